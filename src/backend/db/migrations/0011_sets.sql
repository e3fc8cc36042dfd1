CREATE TABLE "order_parts" (
	"order_id" text NOT NULL,
	"position" integer NOT NULL,
	"product_id" text NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "order_parts_order_id_position_product_id_pk" PRIMARY KEY("order_id","position","product_id"),
	CONSTRAINT "order_parts_quantity" CHECK ("order_parts"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "set_parts" (
	"set_id" text NOT NULL,
	"part_id" text NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "set_parts_set_id_part_id_pk" PRIMARY KEY("set_id","part_id")
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "set_parts" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "set_choose" integer;--> statement-breakpoint
ALTER TABLE "order_parts" ADD CONSTRAINT "order_parts_order_id_position_order_items_order_id_position_fk" FOREIGN KEY ("order_id","position") REFERENCES "public"."order_items"("order_id","position") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "set_parts" ADD CONSTRAINT "set_parts_set_id_products_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "order_parts_by_product" ON "order_parts" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "set_parts_by_part" ON "set_parts" USING btree ("part_id");--> statement-breakpoint
CREATE VIEW "public"."order_units" AS (select i.order_id, coalesce(p.product_id, i.product_id) as product_id,
    sum(i.quantity * coalesce(p.quantity, 1))::int as quantity
  from order_items i left join order_parts p on p.order_id = i.order_id and p.position = i.position
  group by i.order_id, coalesce(p.product_id, i.product_id));
--> statement-breakpoint
-- The parts that the words of `products.set_parts` name, as domain/products/sets.ts reads them.
CREATE FUNCTION parts_of(words text) RETURNS TABLE (part_id text, quantity integer, place bigint)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(part[1], word), coalesce(part[2], '1')::int, n
  FROM regexp_split_to_table(words, '\s+') WITH ORDINALITY AS split(word, n),
    LATERAL (SELECT regexp_match(word, '^(.+)\*([1-9][0-9]?)$')) AS found(part)
  WHERE word <> ''
$$;
--> statement-breakpoint
CREATE FUNCTION products_set_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM set_parts WHERE set_id = NEW.id;
  INSERT INTO set_parts (set_id, part_id, quantity)
    SELECT NEW.id, p.part_id, sum(p.quantity) FROM parts_of(NEW.set_parts) p GROUP BY p.part_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_set_parts_added AFTER INSERT ON products FOR EACH ROW
WHEN (NEW.set_parts IS NOT NULL) EXECUTE FUNCTION products_set_parts();
--> statement-breakpoint
CREATE TRIGGER products_set_parts_changed AFTER UPDATE OF set_parts ON products FOR EACH ROW
WHEN (OLD.set_parts IS DISTINCT FROM NEW.set_parts) EXECUTE FUNCTION products_set_parts();
--> statement-breakpoint
-- A part follows its product to a new id: in the sets of today and of orders.
CREATE OR REPLACE FUNCTION product_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_words SET product_id = NEW.id WHERE product_id = OLD.id;
  UPDATE stock_movements SET product_id = NEW.id WHERE product_id = OLD.id;
  UPDATE order_items SET product_id = NEW.id WHERE product_id = OLD.id;
  UPDATE order_parts SET product_id = NEW.id WHERE product_id = OLD.id;
  UPDATE import_products SET product_id = NEW.id WHERE product_id = OLD.id;
  UPDATE import_pictures SET product_id = NEW.id WHERE product_id = OLD.id;
  UPDATE products SET set_parts = (
      SELECT string_agg(
        CASE p.part_id WHEN OLD.id THEN NEW.id ELSE p.part_id END || CASE p.quantity WHEN 1 THEN '' ELSE '*' || p.quantity END,
        ' ' ORDER BY p.place)
      FROM parts_of(products.set_parts) p)
    WHERE id IN (SELECT set_id FROM set_parts WHERE part_id = OLD.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A set has the label of its parts, counted in sets where it has several of one.
CREATE OR REPLACE FUNCTION stock_label_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT product_id, least(on_hand, 11) FROM before EXCEPT SELECT product_id, least(on_hand, 11) FROM after
  ) OR EXISTS (
    SELECT s.set_id, s.part_id, least(b.on_hand / s.quantity, 11) FROM set_parts s JOIN before b ON b.product_id = s.part_id
    WHERE s.quantity > 1
    EXCEPT SELECT s.set_id, s.part_id, least(a.on_hand / s.quantity, 11) FROM set_parts s JOIN after a ON a.product_id = s.part_id
  ) THEN
    INSERT INTO catalogue_changes DEFAULT VALUES;
  END IF;
  RETURN NULL;
END $$;
