CREATE TABLE "facets" (
	"id" serial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"products" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "facets_kind_name" UNIQUE("kind","name")
);
--> statement-breakpoint
CREATE TABLE "facet_pairs" (
	"category_id" integer NOT NULL,
	"tag_id" integer NOT NULL,
	"products" integer NOT NULL,
	CONSTRAINT "facet_pairs_category_id_tag_id_pk" PRIMARY KEY("category_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "listed_products" (
	"product_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"price_kobo" bigint NOT NULL,
	"name_key" text NOT NULL,
	"category_ids" integer[] NOT NULL,
	"tag_ids" integer[] NOT NULL,
	"name_ids" integer[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "gone_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "product_words" ADD COLUMN "name_length" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stock" ADD COLUMN "listed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "listed_by_facet" ON "listed_products" USING gin ("category_ids","tag_ids","name_ids");--> statement-breakpoint
CREATE INDEX "emails_of_accounts" ON "emails" USING btree ("created_at") WHERE id like 'account:%';--> statement-breakpoint
CREATE INDEX "emails_with_content" ON "emails" USING btree (coalesce("sent_at", "dead_at")) WHERE text <> '' and coalesce(sent_at, dead_at) is not null;--> statement-breakpoint
CREATE INDEX "orders_reversed" ON "orders" USING btree ("created_at") WHERE reversed_at is not null;--> statement-breakpoint
CREATE INDEX "stock_listed_by_sold" ON "stock" USING btree ("sold_count","product_id") WHERE listed;--> statement-breakpoint
CREATE INDEX "stock_listed_by_sold_desc" ON "stock" USING btree ("sold_count" desc,"product_id") WHERE listed;--> statement-breakpoint

-- From here on written by hand. What lists and searches show, kept in narrow rows and counted, in the transaction of each
-- change of `products` (decision 28).
ALTER INDEX "listed_by_facet" SET (fastupdate = off);
--> statement-breakpoint
-- The orders of lists, in both directions, since ties are sorted by id in both. Each entry also holds what lists are filtered
-- by, so that a page is read from the index alone.
CREATE INDEX listed_by_created ON listed_products (created_at, product_id) INCLUDE (category_ids, tag_ids);
--> statement-breakpoint
CREATE INDEX listed_by_created_desc ON listed_products (created_at DESC, product_id) INCLUDE (category_ids, tag_ids);
--> statement-breakpoint
CREATE INDEX listed_by_price ON listed_products (price_kobo, product_id) INCLUDE (category_ids, tag_ids);
--> statement-breakpoint
CREATE INDEX listed_by_price_desc ON listed_products (price_kobo DESC, product_id) INCLUDE (category_ids, tag_ids);
--> statement-breakpoint
CREATE INDEX listed_by_name ON listed_products (name_key, product_id) INCLUDE (category_ids, tag_ids);
--> statement-breakpoint
CREATE INDEX listed_by_name_desc ON listed_products (name_key DESC, product_id) INCLUDE (category_ids, tag_ids);
--> statement-breakpoint
-- A deep page counts entries of an index. That is fast where the pages of the table are known to be all visible, so they
-- are vacuumed after a few hundred changes instead of a fifth of the table.
ALTER TABLE "listed_products" SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);
--> statement-breakpoint
ALTER TABLE "stock" SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);
--> statement-breakpoint
INSERT INTO facets (kind, name) VALUES ('all', '');
--> statement-breakpoint

-- The one place that says which products a shopper sees in lists and searches.
CREATE FUNCTION is_listed(product products) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT product.status = 'shown'
$$;
--> statement-breakpoint

CREATE FUNCTION facets_of(product products) RETURNS TABLE (kind text, name text)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 'category', key FROM unnest(product.category_keys) AS key
  UNION SELECT 'tag', key FROM unnest(product.tag_keys) AS key
  UNION SELECT 'category name', value FROM unnest(product.categories) AS value
  UNION SELECT 'tag name', value FROM unnest(product.tags) AS value
  UNION SELECT 'brand', product.brand
$$;
--> statement-breakpoint

-- Adds the listed ones of these products to the numbers of their facets, or takes them off (-1).
CREATE FUNCTION count_listed(ids text[], sign int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE facets SET products = facets.products + sign * counted.products FROM (
    SELECT facet, count(*)::int AS products
    FROM listed_products l, unnest(l.category_ids || l.tag_ids || l.name_ids) AS facet
    WHERE l.product_id = ANY (ids) GROUP BY facet
  ) AS counted WHERE facets.id = counted.facet;
  UPDATE facets SET products = products + sign * (
    SELECT count(*)::int FROM listed_products WHERE product_id = ANY (ids)
  ) WHERE kind = 'all';
  INSERT INTO facet_pairs AS pair (category_id, tag_id, products)
    SELECT category, tag, sign * count(*)
    FROM listed_products l, unnest(l.category_ids) AS category, unnest(l.tag_ids) AS tag
    WHERE l.product_id = ANY (ids) GROUP BY category, tag
    ON CONFLICT (category_id, tag_id) DO UPDATE SET products = pair.products + excluded.products;
END $$;
--> statement-breakpoint

-- Lists these products anew, as `products` has them now. Who changes a facet waits for others who do: their numbers are few
-- rows that everybody writes.
CREATE FUNCTION list_products(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(ids) = 0 THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('turare facets'));
  PERFORM count_listed(ids, -1);
  DELETE FROM listed_products WHERE product_id = ANY (ids);
  INSERT INTO facets (kind, name)
    SELECT DISTINCT f.kind, f.name FROM products p, facets_of(p) f
    WHERE p.id = ANY (ids) AND is_listed(p)
      AND NOT EXISTS (SELECT FROM facets known WHERE known.kind = f.kind AND known.name = f.name)
    ON CONFLICT DO NOTHING;
  INSERT INTO listed_products (product_id, created_at, price_kobo, name_key, category_ids, tag_ids, name_ids)
    SELECT p.id, p.created_at, p.price_kobo, p.name_key, n.category_ids, n.tag_ids, n.name_ids
    FROM products p CROSS JOIN LATERAL (
      SELECT coalesce(array_agg(f.id) FILTER (WHERE f.kind = 'category'), '{}') AS category_ids,
        coalesce(array_agg(f.id) FILTER (WHERE f.kind = 'tag'), '{}') AS tag_ids,
        coalesce(array_agg(f.id) FILTER (WHERE f.kind NOT IN ('category', 'tag')), '{}') AS name_ids
      FROM facets_of(p) AS own JOIN facets f ON f.kind = own.kind AND f.name = own.name
    ) n
    WHERE p.id = ANY (ids) AND is_listed(p);
  PERFORM count_listed(ids, 1);
  UPDATE stock SET listed = NOT listed WHERE product_id = ANY (ids)
    AND listed <> EXISTS (SELECT FROM listed_products l WHERE l.product_id = stock.product_id);
END $$;
--> statement-breakpoint

-- The names of these triggers come after products_stocked, which makes the row of `stock`.
CREATE FUNCTION products_to_list_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM list_products(ARRAY(SELECT id FROM added));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_to_list_added AFTER INSERT ON products
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION products_to_list_added();
--> statement-breakpoint
CREATE FUNCTION products_to_list_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM list_products(ARRAY(SELECT id FROM removed));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_to_list_removed AFTER DELETE ON products
REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION products_to_list_removed();
--> statement-breakpoint
-- A new price changes no facet, so it is written as it is.
CREATE FUNCTION products_to_list_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Of a product with a new id both ids are listed anew: the former one is gone, and the new one has come.
  PERFORM list_products(ARRAY(
    SELECT id FROM (
      (SELECT id, brand, categories, tags, is_listed(ROW(before.*)::products) FROM before
        EXCEPT SELECT id, brand, categories, tags, is_listed(ROW(after.*)::products) FROM after)
      UNION
      (SELECT id, brand, categories, tags, is_listed(ROW(after.*)::products) FROM after
        EXCEPT SELECT id, brand, categories, tags, is_listed(ROW(before.*)::products) FROM before)
    ) AS changed));
  UPDATE listed_products l SET created_at = a.created_at, price_kobo = a.price_kobo, name_key = a.name_key
    FROM after a
    WHERE l.product_id = a.id
      AND (l.created_at, l.price_kobo, l.name_key) IS DISTINCT FROM (a.created_at, a.price_kobo, a.name_key);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_to_list_changed AFTER UPDATE ON products
REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION products_to_list_changed();
--> statement-breakpoint
CREATE FUNCTION products_to_list_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM listed_products;
  DELETE FROM facet_pairs;
  UPDATE facets SET products = 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_to_list_emptied AFTER TRUNCATE ON products
FOR EACH STATEMENT EXECUTE FUNCTION products_to_list_emptied();
--> statement-breakpoint
SELECT list_products(ARRAY(SELECT id FROM products));
--> statement-breakpoint

-- The words of a product know the length of its name, so that a search ranks what it finds without reading the products.
UPDATE product_words w SET name_length = length(p.name_key) FROM products p WHERE p.id = w.product_id;
--> statement-breakpoint
DROP INDEX product_words_named;
--> statement-breakpoint
CREATE INDEX product_words_named ON product_words (word, product_id) INCLUDE (weight, name_length) WHERE weight > 0.5;
--> statement-breakpoint
CREATE INDEX product_words_other ON product_words (word, product_id) INCLUDE (weight, name_length) WHERE weight <= 0.5;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refill_words(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM product_words WHERE product_id = ANY (ids);
  INSERT INTO product_words (word, product_id, weight, name_length)
    -- The inner query keeps the function's arguments plain, without which PostgreSQL does not inline it.
    SELECT w.word, p.id, w.weight, p.name_length
    FROM (
      SELECT id, name, brand, length(name_key) AS name_length,
        concat_ws(' ', array_to_string(tags, ' '), array_to_string(categories, ' '),
          (SELECT string_agg(note #>> '{}', ' ') FROM jsonb_path_query(notes, '$.*[*]') AS note)) AS others
      FROM products WHERE id = ANY (ids) AND is_listed(products) OFFSET 0
    ) p, search_words_of(p.name, p.brand, p.others) w;
  INSERT INTO search_words (word, letters, sound)
    SELECT new.word, search_letters(new.word), dmetaphone(new.word)
    FROM (SELECT DISTINCT word FROM product_words WHERE product_id = ANY (ids)) AS new
    WHERE NOT EXISTS (SELECT FROM search_words s WHERE s.word = new.word)
    ORDER BY new.word
    ON CONFLICT DO NOTHING;
END $$;
--> statement-breakpoint

DROP TRIGGER products_words_changed ON products;
--> statement-breakpoint
CREATE TRIGGER products_words_changed AFTER UPDATE OF name, brand, categories, tags, notes, status ON products
FOR EACH ROW EXECUTE FUNCTION products_words_changed();
--> statement-breakpoint
SELECT refill_words(ARRAY(SELECT id FROM products WHERE status <> 'shown'));
--> statement-breakpoint

-- What is to pack is a short list, however many orders there were: an order leaves it when its goods leave the shop or come
-- back into stock.
CREATE FUNCTION goods_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE orders SET gone_at = NEW.at WHERE id = NEW.order_id AND gone_at IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER fulfilment_goods_gone AFTER INSERT ON fulfilment_steps FOR EACH ROW WHEN (NEW.step = 'shipped')
EXECUTE FUNCTION goods_gone();
--> statement-breakpoint
CREATE TRIGGER restocks_goods_gone AFTER INSERT ON restocks FOR EACH ROW EXECUTE FUNCTION goods_gone();
--> statement-breakpoint
UPDATE orders SET gone_at = gone.at FROM (
  SELECT order_id, min(at) AS at FROM (
    SELECT order_id, at FROM fulfilment_steps WHERE step = 'shipped' UNION ALL SELECT order_id, at FROM restocks
  ) AS went GROUP BY order_id
) AS gone WHERE gone.order_id = orders.id;
--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("status","created_at" desc nulls last,"id" desc);
--> statement-breakpoint
CREATE INDEX "orders_to_pack" ON "orders" USING btree ("created_at" desc nulls last,"id" desc) WHERE status = 'paid' and gone_at is null;
