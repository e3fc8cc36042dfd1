CREATE TABLE "catalogue_record" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"removed" bigint DEFAULT 0 NOT NULL,
	"discounts_until" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "catalogue_record_one_row" CHECK ("catalogue_record"."only")
);
--> statement-breakpoint
CREATE TABLE "publisher_notices" (
	"address" text PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"told" bigint,
	"told_at" timestamp with time zone,
	"tried_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text
);
--> statement-breakpoint
ALTER TABLE "catalogue_changes" ALTER COLUMN "at" SET DEFAULT clock_timestamp();--> statement-breakpoint
CREATE INDEX "products_by_discount_end" ON "products" USING btree ("discount_expires_at") WHERE discount_expires_at is not null;--> statement-breakpoint

-- From here on written by hand. The version goes on from where it was: the sum of the last thousand numbers.
INSERT INTO catalogue_record (removed)
  SELECT coalesce(sum(id), 0) FROM (SELECT id FROM catalogue_changes ORDER BY id DESC LIMIT 1000) AS latest;
--> statement-breakpoint

-- What counts as a change: what the pages show and no call of the page mends. Of the stock that is the label
-- (src/domain/stock.ts: 'In Stock' above ten, 'Only n left', 'OUT OF STOCK'); ratings, numbers of reviews and bottles
-- sold follow in the next release. By statement, so that an import is one comparison; EXCEPT, since a join of the two
-- tables would keep the plan that it made for a single row.
DROP TRIGGER products_changed ON products;
--> statement-breakpoint
DROP TRIGGER product_pictures_changed ON product_pictures;
--> statement-breakpoint
DROP FUNCTION catalogue_changed();
--> statement-breakpoint
CREATE FUNCTION record_catalogue_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_changes DEFAULT VALUES;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION catalogue_rows_came_or_went() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM touched) THEN
    INSERT INTO catalogue_changes DEFAULT VALUES;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION catalogue_rows_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT * FROM before EXCEPT SELECT * FROM after) THEN
    INSERT INTO catalogue_changes DEFAULT VALUES;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION products_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT id, name, brand, price_kobo, discount_type, discount_amount, discount_expires_at, description, tags,
      categories, notes, concentration, size_ml, created_at, least(stock, 11)
    FROM before
    EXCEPT
    SELECT id, name, brand, price_kobo, discount_type, discount_amount, discount_expires_at, description, tags,
      categories, notes, concentration, size_ml, created_at, least(stock, 11)
    FROM after
  ) THEN
    INSERT INTO catalogue_changes DEFAULT VALUES;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION media_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT hash, width, height, color FROM before EXCEPT SELECT hash, width, height, color FROM after
  ) THEN
    INSERT INTO catalogue_changes DEFAULT VALUES;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint

CREATE TRIGGER products_came AFTER INSERT ON products REFERENCING NEW TABLE AS touched
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_came_or_went();
--> statement-breakpoint
CREATE TRIGGER products_went AFTER DELETE ON products REFERENCING OLD TABLE AS touched
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_came_or_went();
--> statement-breakpoint
CREATE TRIGGER products_changed AFTER UPDATE ON products REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION products_changed();
--> statement-breakpoint
CREATE TRIGGER products_emptied AFTER TRUNCATE ON products
FOR EACH STATEMENT EXECUTE FUNCTION record_catalogue_change();
--> statement-breakpoint
CREATE TRIGGER product_pictures_came AFTER INSERT ON product_pictures REFERENCING NEW TABLE AS touched
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_came_or_went();
--> statement-breakpoint
CREATE TRIGGER product_pictures_went AFTER DELETE ON product_pictures REFERENCING OLD TABLE AS touched
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_came_or_went();
--> statement-breakpoint
CREATE TRIGGER product_pictures_changed AFTER UPDATE ON product_pictures
REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_changed();
--> statement-breakpoint
CREATE TRIGGER product_pictures_emptied AFTER TRUNCATE ON product_pictures
FOR EACH STATEMENT EXECUTE FUNCTION record_catalogue_change();
--> statement-breakpoint
CREATE TRIGGER shipping_places_came AFTER INSERT ON shipping_places REFERENCING NEW TABLE AS touched
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_came_or_went();
--> statement-breakpoint
CREATE TRIGGER shipping_places_went AFTER DELETE ON shipping_places REFERENCING OLD TABLE AS touched
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_came_or_went();
--> statement-breakpoint
CREATE TRIGGER shipping_places_changed AFTER UPDATE ON shipping_places
REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_changed();
--> statement-breakpoint
CREATE TRIGGER shipping_places_emptied AFTER TRUNCATE ON shipping_places
FOR EACH STATEMENT EXECUTE FUNCTION record_catalogue_change();
--> statement-breakpoint
-- A new original is shown by nothing until a product has it.
CREATE TRIGGER media_changed AFTER UPDATE ON media REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION media_changed();
--> statement-breakpoint

-- Whoever waits for changes is woken when the transaction commits; several changes of one wake once.
CREATE FUNCTION catalogue_change_rings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue_changed', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER catalogue_changes_ring AFTER INSERT ON catalogue_changes
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_change_rings();
--> statement-breakpoint

-- The page's own date: the same values, and what follows in the next release.
DROP TRIGGER products_updated ON products;
--> statement-breakpoint
CREATE TRIGGER products_updated BEFORE UPDATE ON products FOR EACH ROW
WHEN (
  (OLD.name, OLD.brand, OLD.price_kobo, OLD.discount_type, OLD.discount_amount, OLD.discount_expires_at,
    OLD.description, OLD.tags, OLD.categories, OLD.notes, OLD.concentration, OLD.size_ml, OLD.created_at,
    least(OLD.stock, 11), OLD.ratings, OLD.num_reviews)
  IS DISTINCT FROM
  (NEW.name, NEW.brand, NEW.price_kobo, NEW.discount_type, NEW.discount_amount, NEW.discount_expires_at,
    NEW.description, NEW.tags, NEW.categories, NEW.notes, NEW.concentration, NEW.size_ml, NEW.created_at,
    least(NEW.stock, 11), NEW.ratings, NEW.num_reviews)
) EXECUTE FUNCTION product_updated();
