CREATE TABLE "newest_backup" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "newest_backup_once" CHECK ("newest_backup"."id")
);
