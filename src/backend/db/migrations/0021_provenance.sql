ALTER TABLE "products" ADD COLUMN "size_group" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "importer" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "batch" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "nafdac_number" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "seal" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "bought_from" text;--> statement-breakpoint

-- From here on written by hand. Pages show these facts.
CREATE OR REPLACE FUNCTION products_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT id, name, brand, price_kobo, discount_type, discount_amount, discount_starts_at, discount_expires_at, description,
      tags, categories, notes, concentration, size_ml, created_at, status, size_group, importer, batch, nafdac_number,
      seal, bought_from
    FROM before
    EXCEPT
    SELECT id, name, brand, price_kobo, discount_type, discount_amount, discount_starts_at, discount_expires_at, description,
      tags, categories, notes, concentration, size_ml, created_at, status, size_group, importer, batch, nafdac_number,
      seal, bought_from
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
    OLD.created_at, OLD.ratings, OLD.num_reviews, OLD.status, OLD.size_group, OLD.importer, OLD.batch, OLD.nafdac_number, OLD.seal,
    OLD.bought_from)
  IS DISTINCT FROM
  (NEW.id, NEW.name, NEW.brand, NEW.price_kobo, NEW.discount_type, NEW.discount_amount, NEW.discount_starts_at,
    NEW.discount_expires_at, NEW.description, NEW.tags, NEW.categories, NEW.notes, NEW.concentration, NEW.size_ml,
    NEW.created_at, NEW.ratings, NEW.num_reviews, NEW.status, NEW.size_group, NEW.importer, NEW.batch, NEW.nafdac_number, NEW.seal,
    NEW.bought_from)
) EXECUTE FUNCTION product_updated();
