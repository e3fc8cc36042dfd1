CREATE TABLE "import_redirects" (
	"import_id" text NOT NULL,
	"from_path" text NOT NULL,
	"to_path" text NOT NULL,
	"before" text,
	CONSTRAINT "import_redirects_import_id_from_path_pk" PRIMARY KEY("import_id","from_path")
);
--> statement-breakpoint
ALTER TABLE "import_redirects" ADD CONSTRAINT "import_redirects_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;