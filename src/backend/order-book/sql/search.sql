-- Orders are found by what people know of them, in one short text each. A gift is found by its buyer, too. The buyer's number is as
-- she typed it, so it gets the country's 234 in front, as phone_e164 has it.
CREATE OR REPLACE FUNCTION order_search_key(found orders) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT concat_ws(' ', lower(right(found.id, 5)), search_normal(found.full_name), search_normal(found.buyer_name),
    search_normal(found.email), regexp_replace(coalesce(found.phone_e164, found.phone), '\D', '', 'g'),
    regexp_replace(regexp_replace(found.buyer_phone, '\D', '', 'g'), '^(00)?(234)?0?', '234'),
    (SELECT string_agg(search_normal(name), ' ') FROM order_items WHERE order_id = found.id))
$$;

CREATE OR REPLACE FUNCTION order_search_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_search (order_id, key)
    SELECT o.id, order_search_key(o) FROM orders o WHERE o.id IN (SELECT order_id FROM added)
    ON CONFLICT (order_id) DO UPDATE SET key = excluded.key;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER order_search_added AFTER INSERT ON order_items
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION order_search_added();

-- An erased order is no longer found by its customer.
CREATE OR REPLACE FUNCTION order_search_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE order_search SET key = order_search_key(NEW) WHERE order_id = NEW.id;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER order_search_changed AFTER UPDATE OF full_name, email, phone, phone_e164 ON orders
FOR EACH ROW WHEN ((OLD.full_name, OLD.email, OLD.phone, OLD.phone_e164) IS DISTINCT FROM
  (NEW.full_name, NEW.email, NEW.phone, NEW.phone_e164))
EXECUTE FUNCTION order_search_changed();
