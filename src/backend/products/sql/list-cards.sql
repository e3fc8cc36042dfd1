-- Lists the cards of these changed products again, as the view cards has them now. A transaction that changes a facet waits for others
-- that do: the numbers of facets are few rows that everybody writes. `keys` are those of the products before and after the change.
-- Without its own plan for each call, a connection that has edited single products would list ten thousand by the plan for one: 28 s
-- instead of 11.
CREATE OR REPLACE FUNCTION list_cards(ids text[], keys text[]) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan AS $$
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

-- Updates what cards are sorted by, which changes no facet. A card of several sizes is locked first, so that the second transaction
-- sees what the first one has written.
CREATE OR REPLACE FUNCTION sort_cards(keys text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM listed_products WHERE card_key = ANY (keys) AND cardinality(size_ids) > 1 ORDER BY product_id FOR UPDATE;
  UPDATE listed_products l SET created_at = c.created_at, price_kobo = c.price_kobo, name_key = c.name_key
    FROM cards c
    WHERE c.card_key = ANY (keys) AND l.product_id = c.product_id
      AND (l.created_at, l.price_kobo, l.name_key) IS DISTINCT FROM (c.created_at, c.price_kobo, c.name_key);
END $$;

-- The names of these triggers come after products_stocked, which makes the row of stock. Triggers run in the order of their names.
CREATE OR REPLACE FUNCTION products_to_list_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM list_cards(ARRAY(SELECT id FROM added), ARRAY(SELECT DISTINCT card_key(size_group, id) FROM added));
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER products_to_list_added AFTER INSERT ON products
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION products_to_list_added();

CREATE OR REPLACE FUNCTION products_to_list_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM list_cards(ARRAY(SELECT id FROM removed), ARRAY(SELECT DISTINCT card_key(size_group, id) FROM removed));
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER products_to_list_removed AFTER DELETE ON products
REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION products_to_list_removed();

CREATE OR REPLACE FUNCTION products_to_list_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids text[];
  keys text[];
BEGIN
  -- A product with a new id or group changes two cards: the one that it leaves, and the one that it comes to.
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
CREATE OR REPLACE TRIGGER products_to_list_changed AFTER UPDATE ON products
REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION products_to_list_changed();

CREATE OR REPLACE FUNCTION products_to_list_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM listed_products;
  DELETE FROM facet_pairs;
  UPDATE facets SET products = 0;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER products_to_list_emptied AFTER TRUNCATE ON products
FOR EACH STATEMENT EXECUTE FUNCTION products_to_list_emptied();

-- A size that sells out, or is back, may change the price by which its card is sorted. This trigger runs at the end of a transaction,
-- which has locked all its stock by then: no two wait for each other.
CREATE OR REPLACE FUNCTION stock_crossed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sort_cards(ARRAY[card_key(size_group, id)]) FROM products WHERE id = NEW.product_id AND size_group IS NOT NULL;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS stock_crossed ON stock;
CREATE CONSTRAINT TRIGGER stock_crossed AFTER UPDATE ON stock DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN ((OLD.on_hand > OLD.reserved) <> (NEW.on_hand > NEW.reserved)) EXECUTE FUNCTION stock_crossed();
