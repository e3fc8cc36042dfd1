-- Written by hand. Stock in two numbers, on hand and reserved, in a narrow table of its own: a sale no longer rewrites the
-- product's row with its indexes.
CREATE TABLE "stock" (
	"product_id" text PRIMARY KEY NOT NULL,
	"on_hand" integer DEFAULT 0 NOT NULL,
	"reserved" integer DEFAULT 0 NOT NULL,
	"sold_count" integer DEFAULT 0 NOT NULL,
	"shown_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_never_negative" CHECK ("stock"."on_hand" >= 0 and "stock"."reserved" >= 0)
) WITH (fillfactor = 80);
--> statement-breakpoint
ALTER TABLE "stock" ADD CONSTRAINT "stock_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE cascade;
--> statement-breakpoint
INSERT INTO stock (product_id, on_hand, reserved, sold_count, shown_at)
  SELECT p.id, p.stock + coalesce(r.units, 0), coalesce(r.units, 0), p.sold_count, p.updated_at
  FROM products p LEFT JOIN (
    SELECT i.product_id, sum(i.quantity)::int AS units FROM order_items i JOIN orders o ON o.id = i.order_id
    WHERE o.status = 'pending' GROUP BY i.product_id
  ) r ON r.product_id = p.id;
--> statement-breakpoint
CREATE INDEX "stock_by_sold" ON "stock" USING btree ("sold_count" DESC NULLS LAST,"product_id");
--> statement-breakpoint

-- The ledger. What was one number becomes two: an order reserves, and then sells what it has reserved, releases it, or, paid
-- late, sells from what is on hand.
ALTER TABLE "stock_movements" ADD COLUMN "on_hand" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "reserved" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE stock_movements SET
  on_hand = CASE WHEN kind = 'order' THEN -sold ELSE stock END,
  reserved = CASE WHEN kind = 'order' THEN -stock - sold ELSE 0 END;
--> statement-breakpoint
-- Orders that were pending when the ledger began had reserved without an entry.
INSERT INTO stock_movements (product_id, kind, stock, sold, on_hand, reserved)
  SELECT s.product_id, 'correction', 0, 0, s.on_hand - coalesce(m.on_hand, 0), s.reserved - coalesce(m.reserved, 0)
  FROM stock s LEFT JOIN (
    SELECT product_id, sum(on_hand) AS on_hand, sum(reserved) AS reserved FROM stock_movements GROUP BY product_id
  ) m USING (product_id)
  WHERE s.on_hand <> coalesce(m.on_hand, 0) OR s.reserved <> coalesce(m.reserved, 0);
--> statement-breakpoint

DROP TRIGGER products_stock_opened ON products;
--> statement-breakpoint
DROP TRIGGER products_stock_moved ON products;
--> statement-breakpoint
DROP TRIGGER products_stock_closed ON products;
--> statement-breakpoint
DROP TRIGGER products_changed ON products;
--> statement-breakpoint
DROP TRIGGER products_updated ON products;
--> statement-breakpoint
ALTER TABLE "stock_movements" DROP COLUMN "stock";
--> statement-breakpoint
ALTER TABLE "products" DROP COLUMN "stock";
--> statement-breakpoint
ALTER TABLE "products" DROP COLUMN "sold_count";
--> statement-breakpoint

-- Every product has a row in stock. A writer that knows its stock writes the row itself, in the same statement.
CREATE FUNCTION products_stocked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stock (product_id) SELECT id FROM added ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_stocked AFTER INSERT ON products
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION products_stocked();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION stock_opened() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stock_movements (product_id, kind, on_hand, reserved, sold)
    SELECT product_id, 'opening', on_hand, reserved, sold_count FROM added;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER stock_opened AFTER INSERT ON stock
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION stock_opened();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION stock_moved() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_order text := nullif(current_setting('turare.order', true), '');
BEGIN
  INSERT INTO stock_movements (product_id, kind, order_id, on_hand, reserved, sold)
    SELECT product_id, CASE WHEN of_order IS NULL THEN 'correction' ELSE 'order' END, of_order,
      a.on_hand - b.on_hand, a.reserved - b.reserved, a.sold_count - b.sold_count
    FROM after a JOIN before b USING (product_id)
    WHERE (a.on_hand, a.reserved, a.sold_count) <> (b.on_hand, b.reserved, b.sold_count);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER stock_moved AFTER UPDATE ON stock
REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION stock_moved();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION stock_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM stock_movements WHERE product_id IN (SELECT product_id FROM removed);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER stock_closed AFTER DELETE ON stock
REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION stock_closed();
--> statement-breakpoint

-- Built pages show the label of what is on hand (src/domain/stock.ts: 'In Stock' above ten, 'Only n left', 'OUT OF STOCK').
-- Reservations for unpaid orders come and go, and the page asks for them itself, so that they rebuild nothing.
CREATE FUNCTION stock_shown() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.shown_at := now();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER stock_shown BEFORE UPDATE OF on_hand ON stock FOR EACH ROW
WHEN (least(OLD.on_hand, 11) <> least(NEW.on_hand, 11)) EXECUTE FUNCTION stock_shown();
--> statement-breakpoint
CREATE FUNCTION stock_label_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT product_id, least(on_hand, 11) FROM before EXCEPT SELECT product_id, least(on_hand, 11) FROM after
  ) THEN
    INSERT INTO catalogue_changes DEFAULT VALUES;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER stock_label_changed AFTER UPDATE ON stock
REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION stock_label_changed();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION products_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT id, name, brand, price_kobo, discount_type, discount_amount, discount_expires_at, description, tags,
      categories, notes, concentration, size_ml, created_at
    FROM before
    EXCEPT
    SELECT id, name, brand, price_kobo, discount_type, discount_amount, discount_expires_at, description, tags,
      categories, notes, concentration, size_ml, created_at
    FROM after
  ) THEN
    INSERT INTO catalogue_changes DEFAULT VALUES;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_changed AFTER UPDATE ON products REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION products_changed();
--> statement-breakpoint
CREATE TRIGGER products_updated BEFORE UPDATE ON products FOR EACH ROW
WHEN (
  (OLD.name, OLD.brand, OLD.price_kobo, OLD.discount_type, OLD.discount_amount, OLD.discount_expires_at,
    OLD.description, OLD.tags, OLD.categories, OLD.notes, OLD.concentration, OLD.size_ml, OLD.created_at,
    OLD.ratings, OLD.num_reviews)
  IS DISTINCT FROM
  (NEW.name, NEW.brand, NEW.price_kobo, NEW.discount_type, NEW.discount_amount, NEW.discount_expires_at,
    NEW.description, NEW.tags, NEW.categories, NEW.notes, NEW.concentration, NEW.size_ml, NEW.created_at,
    NEW.ratings, NEW.num_reviews)
) EXECUTE FUNCTION product_updated();
