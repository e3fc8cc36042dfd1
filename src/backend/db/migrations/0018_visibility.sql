CREATE TABLE "redirects" (
	"from_path" text PRIMARY KEY NOT NULL,
	"to_path" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "redirects_lead_elsewhere" CHECK ("redirects"."from_path" <> "redirects"."to_path")
);
--> statement-breakpoint
ALTER TABLE "product_pictures" DROP CONSTRAINT "product_pictures_product_id_products_id_fk";
--> statement-breakpoint
ALTER TABLE "reviews" DROP CONSTRAINT "reviews_product_id_products_id_fk";
--> statement-breakpoint
ALTER TABLE "stock" DROP CONSTRAINT "stock_product_id_products_id_fk";
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "discount_starts_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "status" text DEFAULT 'shown' NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_actions" ADD COLUMN "renamed_to" text;--> statement-breakpoint
CREATE INDEX "redirects_by_target" ON "redirects" USING btree ("to_path");--> statement-breakpoint
ALTER TABLE "product_pictures" ADD CONSTRAINT "product_pictures_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "stock" ADD CONSTRAINT "stock_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "products_by_discount_start" ON "products" USING btree ("discount_starts_at") WHERE discount_starts_at is not null;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_discount_period" CHECK ("products"."discount_starts_at" < "products"."discount_expires_at");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_status" CHECK ("products"."status" in ('shown', 'hidden', 'retired'));--> statement-breakpoint

-- From here on written by hand. Pages show the status, and a discount from its beginning on.
CREATE OR REPLACE FUNCTION products_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT id, name, brand, price_kobo, discount_type, discount_amount, discount_starts_at, discount_expires_at, description,
      tags, categories, notes, concentration, size_ml, created_at, status
    FROM before
    EXCEPT
    SELECT id, name, brand, price_kobo, discount_type, discount_amount, discount_starts_at, discount_expires_at, description,
      tags, categories, notes, concentration, size_ml, created_at, status
    FROM after
  ) THEN
    INSERT INTO catalogue_changes DEFAULT VALUES;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER products_updated ON products;
--> statement-breakpoint
CREATE TRIGGER products_updated BEFORE UPDATE ON products FOR EACH ROW
WHEN (
  (OLD.id, OLD.name, OLD.brand, OLD.price_kobo, OLD.discount_type, OLD.discount_amount, OLD.discount_starts_at,
    OLD.discount_expires_at, OLD.description, OLD.tags, OLD.categories, OLD.notes, OLD.concentration, OLD.size_ml,
    OLD.created_at, OLD.ratings, OLD.num_reviews, OLD.status)
  IS DISTINCT FROM
  (NEW.id, NEW.name, NEW.brand, NEW.price_kobo, NEW.discount_type, NEW.discount_amount, NEW.discount_starts_at,
    NEW.discount_expires_at, NEW.description, NEW.tags, NEW.categories, NEW.notes, NEW.concentration, NEW.size_ml,
    NEW.created_at, NEW.ratings, NEW.num_reviews, NEW.status)
) EXECUTE FUNCTION product_updated();
--> statement-breakpoint

-- What has no foreign key follows a product to its new id here. Lines of orders do, too: they say which stock they move.
CREATE FUNCTION product_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_words SET product_id = NEW.id WHERE product_id = OLD.id;
  UPDATE stock_movements SET product_id = NEW.id WHERE product_id = OLD.id;
  UPDATE order_items SET product_id = NEW.id WHERE product_id = OLD.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER product_renamed AFTER UPDATE OF id ON products FOR EACH ROW
WHEN (OLD.id <> NEW.id) EXECUTE FUNCTION product_renamed();
--> statement-breakpoint

-- The page of a new product comes before a redirect from its address.
CREATE FUNCTION products_end_redirects() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM redirects USING added WHERE from_path = '/products/' || added.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_end_redirects AFTER INSERT ON products
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION products_end_redirects();
