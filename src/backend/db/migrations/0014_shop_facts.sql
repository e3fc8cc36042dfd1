CREATE TABLE "shop_facts" (
	"field" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint

-- Every page shows some of the facts: a change of them is a change of the catalogue, and is published like one.
CREATE TRIGGER shop_facts_came AFTER INSERT ON shop_facts REFERENCING NEW TABLE AS touched
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_came_or_went();
--> statement-breakpoint
CREATE TRIGGER shop_facts_went AFTER DELETE ON shop_facts REFERENCING OLD TABLE AS touched
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_came_or_went();
--> statement-breakpoint
CREATE TRIGGER shop_facts_changed AFTER UPDATE ON shop_facts
REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_changed();
--> statement-breakpoint
CREATE TRIGGER shop_facts_emptied AFTER TRUNCATE ON shop_facts
FOR EACH STATEMENT EXECUTE FUNCTION record_catalogue_change();
