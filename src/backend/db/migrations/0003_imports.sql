CREATE TABLE "import_files" (
	"import_id" text NOT NULL,
	"path" text NOT NULL,
	"hash" text,
	"trouble" text,
	CONSTRAINT "import_files_import_id_path_pk" PRIMARY KEY("import_id","path")
);
--> statement-breakpoint
CREATE TABLE "import_mappings" (
	"key" text PRIMARY KEY NOT NULL,
	"columns" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_parts" (
	"import_id" text NOT NULL,
	"place" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "import_parts_import_id_place_pk" PRIMARY KEY("import_id","place")
);
--> statement-breakpoint
CREATE TABLE "import_pictures" (
	"import_id" text NOT NULL,
	"product_id" text NOT NULL,
	"position" integer NOT NULL,
	"row" integer NOT NULL,
	"address" text NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"hash" text,
	"reason" text,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "import_pictures_import_id_product_id_position_pk" PRIMARY KEY("import_id","product_id","position")
);
--> statement-breakpoint
CREATE TABLE "import_products" (
	"import_id" text NOT NULL,
	"product_id" text NOT NULL,
	"row" integer,
	"kind" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"ended_redirect" text,
	"undone" boolean DEFAULT false NOT NULL,
	"kept" text,
	CONSTRAINT "import_products_import_id_product_id_pk" PRIMARY KEY("import_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"import_id" text NOT NULL,
	"kind" text NOT NULL,
	"place" integer NOT NULL,
	"row" integer NOT NULL,
	"shown" jsonb NOT NULL,
	CONSTRAINT "import_rows_import_id_kind_place_pk" PRIMARY KEY("import_id","kind","place")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" text PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"sha256" text,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"kind" text,
	"source" text NOT NULL,
	"started_by" text NOT NULL,
	"state" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sheet" text,
	"columns" jsonb,
	"answers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"view" jsonb,
	"hosts" text[] DEFAULT '{}' NOT NULL,
	"doing" text,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"doing_since" timestamp with time zone,
	"totals" jsonb,
	"trouble" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"touched_at" timestamp with time zone DEFAULT now() NOT NULL,
	"written_at" timestamp with time zone,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "import_files" ADD CONSTRAINT "import_files_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_parts" ADD CONSTRAINT "import_parts_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_pictures" ADD CONSTRAINT "import_pictures_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_products" ADD CONSTRAINT "import_products_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_files_by_hash" ON "import_files" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "import_pictures_waiting" ON "import_pictures" USING btree ("next_at","import_id","row","position") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "import_pictures_fetched" ON "import_pictures" USING btree ("import_id","product_id") WHERE state = 'fetched';--> statement-breakpoint
CREATE INDEX "import_pictures_by_product" ON "import_pictures" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "import_pictures_by_hash" ON "import_pictures" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "import_products_by_product" ON "import_products" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "import_products_kept" ON "import_products" USING btree ("import_id","product_id") WHERE kept is not null;--> statement-breakpoint
CREATE INDEX "imports_by_created" ON "imports" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "imports_due" ON "imports" USING btree ("touched_at") WHERE state in ('reading', 'waiting', 'importing', 'undoing');--> statement-breakpoint
-- Pieces of files are compressed already, or read once.
ALTER TABLE "import_parts" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;--> statement-breakpoint
-- What an import wrote and still fetches follows a product to its new id, too.
CREATE OR REPLACE FUNCTION product_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_words SET product_id = NEW.id WHERE product_id = OLD.id;
  UPDATE stock_movements SET product_id = NEW.id WHERE product_id = OLD.id;
  UPDATE order_items SET product_id = NEW.id WHERE product_id = OLD.id;
  UPDATE import_products SET product_id = NEW.id WHERE product_id = OLD.id;
  UPDATE import_pictures SET product_id = NEW.id WHERE product_id = OLD.id;
  RETURN NULL;
END $$;
