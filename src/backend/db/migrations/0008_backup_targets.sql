CREATE TABLE "backup_targets" (
	"kind" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"newest_at" timestamp with time zone,
	"checked" text,
	"damaged" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
INSERT INTO "backup_targets" ("kind", "since", "newest_at") SELECT 'folder', "at", "at" FROM "newest_backup";
