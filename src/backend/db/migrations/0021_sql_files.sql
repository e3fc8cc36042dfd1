CREATE TABLE "sql_files" (
	"path" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"migration" integer NOT NULL
);
