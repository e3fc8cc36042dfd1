ALTER TABLE "products" ADD COLUMN "sample" integer;--> statement-breakpoint
ALTER TABLE "listed_products" ADD COLUMN "card_key" text;--> statement-breakpoint
ALTER TABLE "listed_products" ADD COLUMN "size_ids" text[];--> statement-breakpoint
CREATE INDEX "listed_by_card" ON "listed_products" USING btree ("card_key");--> statement-breakpoint

-- From here on written by hand: what drizzle-kit does not know.

-- The sizes of one fragrance are one card of lists and searches, and share their reviews (decision 28).

-- The same for the products of one group, and another one for each product without.
CREATE FUNCTION card_key(size_group text, id text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce('group ' || nullif(lower(btrim(size_group)), ''), 'product ' || id)
$$;
--> statement-breakpoint
CREATE INDEX products_by_card ON products (card_key(size_group, id));
--> statement-breakpoint
-- The cards, as domain/products/sizes.ts has them. More products of one group are a slip in a file: each is a card of its own.
-- A sample is on no card beside a bottle.
CREATE VIEW cards AS
SELECT card_key, (array_agg(id ORDER BY size_ml, id COLLATE "C"))[1] AS product_id,
  array_agg(id ORDER BY size_ml, id COLLATE "C") AS size_ids,
  (array_agg(created_at ORDER BY size_ml, id COLLATE "C"))[1] AS created_at,
  (array_agg(name_key ORDER BY size_ml, id COLLATE "C"))[1] AS name_key,
  coalesce(min(price_kobo) FILTER (WHERE in_stock), min(price_kobo)) AS price_kobo
FROM (
  SELECT p.id, p.size_ml, p.sample, p.created_at, p.name_key, p.price_kobo,
    card_key(p.size_group, p.id) AS card_key, is_listed(p) AS listed, s.on_hand > s.reserved AS in_stock,
    count(*) OVER card <= 12 AS together, bool_or(is_listed(p) AND p.sample IS NULL) OVER card AS has_bottle
  FROM products p LEFT JOIN stock s ON s.product_id = p.id
  WHERE p.status <> 'hidden'
  WINDOW card AS (PARTITION BY card_key(p.size_group, p.id))
) AS sizes
WHERE listed AND (NOT together OR sample IS NULL OR NOT has_bottle)
GROUP BY card_key, CASE WHEN NOT together THEN id END;
--> statement-breakpoint
-- These products, and the other sizes of their fragrances that have a page.
CREATE FUNCTION sizes_with(ids text[]) RETURNS SETOF text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT unnest(ids)
  UNION
  SELECT other.id FROM products one CROSS JOIN LATERAL (
    SELECT few.id, count(*) OVER () AS together FROM (
      SELECT p.id FROM products p
      WHERE card_key(p.size_group, p.id) = card_key(one.size_group, one.id) AND p.status <> 'hidden' LIMIT 13
    ) AS few
  ) AS other
  WHERE one.id = ANY (ids) AND one.size_group IS NOT NULL AND together <= 12
$$;
--> statement-breakpoint
-- What the page of a product shows: the reviews of all sizes of its fragrance, and of each customer only the newest.
CREATE FUNCTION reviews_of(product products) RETURNS SETOF reviews LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT * FROM (
    SELECT DISTINCT ON (coalesce(r.account_id, r.id)) r.* FROM reviews r
    WHERE r.product_id IN (SELECT sizes_with(ARRAY[product.id])) AND (product.status <> 'hidden' OR r.product_id = product.id)
    ORDER BY coalesce(r.account_id, r.id), r.created_at DESC, r.id DESC
  ) AS newest WHERE hidden_at IS NULL
$$;
--> statement-breakpoint
CREATE FUNCTION rate_products(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products SET num_reviews = now_has.count, ratings = now_has.average
    FROM (
      SELECT p.id, count(r.rating)::int AS count, coalesce(avg(r.rating), 0)::real AS average
      FROM products p LEFT JOIN LATERAL reviews_of(p) r ON true WHERE p.id = ANY (ids) GROUP BY p.id
    ) AS now_has
    WHERE products.id = now_has.id
      AND (products.num_reviews, products.ratings) IS DISTINCT FROM (now_has.count, now_has.average);
END $$;
--> statement-breakpoint
-- Makes the words of cards anew: a card is found by those of all its sizes. What is no card has none.
CREATE FUNCTION refill_cards(firsts text[], gone text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM product_words WHERE product_id = ANY (firsts || gone);
  INSERT INTO product_words (word, product_id, weight, name_length)
    -- The inner query keeps the function's arguments plain, without which PostgreSQL does not inline it.
    SELECT w.word, p.card, max(w.weight), p.name_length
    FROM (
      SELECT l.product_id AS card, one.name, one.brand, length(l.name_key) AS name_length, product_words_of(one) AS others
      FROM listed_products l JOIN products one ON one.id = ANY (l.size_ids)
      WHERE l.product_id = ANY (firsts) OFFSET 0
    ) p, search_words_of(p.name, p.brand, p.others) w
    GROUP BY w.word, p.card, p.name_length;
  INSERT INTO search_words (word, letters, sound)
    SELECT new.word, search_letters(new.word), search_sound(new.word)
    FROM (SELECT DISTINCT word FROM product_words WHERE product_id = ANY (firsts)) AS new
    WHERE NOT EXISTS (SELECT FROM search_words s WHERE s.word = new.word)
    ORDER BY new.word
    ON CONFLICT DO NOTHING;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refill_words(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refill_cards(ARRAY(
    SELECT product_id FROM listed_products WHERE product_id = ANY (ids)
    UNION
    SELECT l.product_id FROM products p JOIN listed_products l ON l.card_key = card_key(p.size_group, p.id)
    WHERE p.id = ANY (ids) AND cardinality(l.size_ids) > 1), ids);
END $$;
--> statement-breakpoint
-- Lists the cards of these changed products anew, as `cards` has them now. Who changes a facet waits for others who do: their numbers
-- are few rows that everybody writes.
-- `keys`: those of the products before and after the change.
CREATE FUNCTION list_cards(ids text[], keys text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  whole text[];
  firsts text[];
BEGIN
  IF cardinality(ids) = 0 THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('turare facets'));
  -- In a group that is too large before and after the change, no other product is concerned.
  whole := ARRAY(
    SELECT key FROM unnest(keys) AS key
    WHERE (SELECT count(*) FROM (SELECT FROM listed_products WHERE card_key = key LIMIT 13) AS before) <= 12
      OR (SELECT count(*) FROM (
        SELECT FROM products WHERE card_key(size_group, id) = key AND status <> 'hidden' LIMIT 13) AS after) <= 12);
  firsts := ARRAY(SELECT product_id FROM listed_products WHERE card_key = ANY (whole) OR product_id = ANY (ids));
  PERFORM count_listed(firsts, -1);
  DELETE FROM listed_products WHERE product_id = ANY (firsts);
  ids := ids || firsts;
  INSERT INTO facets (kind, name)
    SELECT DISTINCT f.kind, f.name FROM cards c JOIN products p ON p.id = ANY (c.size_ids), facets_of(p) f
    WHERE c.card_key = ANY (keys) AND (c.card_key = ANY (whole) OR c.product_id = ANY (ids))
      AND NOT EXISTS (SELECT FROM facets known WHERE known.kind = f.kind AND known.name = f.name)
    ON CONFLICT DO NOTHING;
  WITH added AS (
    INSERT INTO listed_products
      (product_id, card_key, size_ids, created_at, price_kobo, name_key, category_ids, tag_ids, name_ids)
    SELECT c.product_id, c.card_key, c.size_ids, c.created_at, c.price_kobo, c.name_key, n.category_ids, n.tag_ids, n.name_ids
    FROM cards c CROSS JOIN LATERAL (
      SELECT coalesce(array_agg(f.id) FILTER (WHERE f.kind = 'category'), '{}') AS category_ids,
        coalesce(array_agg(f.id) FILTER (WHERE f.kind = 'tag'), '{}') AS tag_ids,
        coalesce(array_agg(f.id) FILTER (WHERE f.kind NOT IN ('category', 'tag')), '{}') AS name_ids
      FROM (
        SELECT DISTINCT own.kind, own.name FROM products p, facets_of(p) AS own WHERE p.id = ANY (c.size_ids)
      ) AS own JOIN facets f ON f.kind = own.kind AND f.name = own.name
    ) n
    WHERE c.card_key = ANY (keys) AND (c.card_key = ANY (whole) OR c.product_id = ANY (ids))
    RETURNING product_id
  ) SELECT array_agg(product_id) FROM added INTO firsts;
  firsts := coalesce(firsts, '{}');
  PERFORM count_listed(firsts, 1);
  UPDATE stock SET listed = NOT listed WHERE product_id = ANY (ids || firsts)
    AND listed <> EXISTS (SELECT FROM listed_products l WHERE l.product_id = stock.product_id);
  PERFORM refill_cards(firsts, ids);
  PERFORM rate_products(ARRAY(
    SELECT id FROM products WHERE size_group IS NOT NULL AND card_key(size_group, id) = ANY (whole)
    UNION SELECT id FROM products WHERE id = ANY (ids) AND num_reviews > 0));
END $$;
--> statement-breakpoint
-- What changes no facet is written as it is. A card of several sizes is locked first, so that who comes second sees what the first has
-- written.
CREATE FUNCTION sort_cards(keys text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM listed_products WHERE card_key = ANY (keys) AND cardinality(size_ids) > 1 ORDER BY product_id FOR UPDATE;
  UPDATE listed_products l SET created_at = c.created_at, price_kobo = c.price_kobo, name_key = c.name_key
    FROM cards c
    WHERE c.card_key = ANY (keys) AND l.product_id = c.product_id
      AND (l.created_at, l.price_kobo, l.name_key) IS DISTINCT FROM (c.created_at, c.price_kobo, c.name_key);
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION products_to_list_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM list_cards(ARRAY(SELECT id FROM added), ARRAY(SELECT DISTINCT card_key(size_group, id) FROM added));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION products_to_list_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM list_cards(ARRAY(SELECT id FROM removed), ARRAY(SELECT DISTINCT card_key(size_group, id) FROM removed));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION products_to_list_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids text[];
  keys text[];
BEGIN
  -- Of a product with a new id or group both its cards are listed anew: the one that it leaves, and the one that it comes to.
  SELECT array_agg(DISTINCT id), array_agg(DISTINCT card_key(size_group, id)) INTO ids, keys FROM (
    (SELECT id, size_group, size_ml, sample, brand, categories, tags, status FROM before
      EXCEPT SELECT id, size_group, size_ml, sample, brand, categories, tags, status FROM after)
    UNION
    (SELECT id, size_group, size_ml, sample, brand, categories, tags, status FROM after
      EXCEPT SELECT id, size_group, size_ml, sample, brand, categories, tags, status FROM before)
  ) AS changed;
  PERFORM list_cards(coalesce(ids, '{}'), keys);
  -- Not by a join: a plan that was made for one row would compare each of ten thousand with each.
  keys := ARRAY(
    SELECT DISTINCT card_key(size_group, id) FROM (
      SELECT id, size_group, created_at, price_kobo, name_key FROM after
      EXCEPT SELECT id, size_group, created_at, price_kobo, name_key FROM before
    ) AS sorted);
  IF cardinality(keys) > 0 THEN
    PERFORM sort_cards(keys);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A new product gets its words with its card.
DROP TRIGGER products_words_added ON products;
--> statement-breakpoint
DROP FUNCTION products_words_added();
--> statement-breakpoint
DROP FUNCTION list_products(text[]);
--> statement-breakpoint
-- A size that sells out, or is back, may change the price by which its card is sorted. At the end of the transaction, when it has
-- locked all the stock that it moves: so no two wait for each other.
CREATE FUNCTION stock_crossed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sort_cards(ARRAY[card_key(size_group, id)]) FROM products WHERE id = NEW.product_id AND size_group IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER stock_crossed AFTER UPDATE ON stock DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN ((OLD.on_hand > OLD.reserved) <> (NEW.on_hand > NEW.reserved)) EXECUTE FUNCTION stock_crossed();
--> statement-breakpoint
-- What the shop has.
UPDATE listed_products SET card_key = card_key(size_group, id), size_ids = ARRAY[id] FROM products WHERE id = product_id;
--> statement-breakpoint
SELECT list_cards(array_agg(id), array_agg(DISTINCT card_key(size_group, id))) FROM products WHERE size_group IS NOT NULL
HAVING count(*) > 0;
--> statement-breakpoint
ALTER TABLE "listed_products" ALTER COLUMN "card_key" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "listed_products" ALTER COLUMN "size_ids" SET NOT NULL;
