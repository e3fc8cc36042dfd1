-- The parts that the words of `products.set_parts` name, as domain/products/sets.ts reads them.
CREATE OR REPLACE FUNCTION parts_of(words text) RETURNS TABLE (part_id text, quantity integer, place bigint)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(part[1], word), coalesce(part[2], '1')::int, n
  FROM regexp_split_to_table(words, '\s+') WITH ORDINALITY AS split(word, n),
    LATERAL (SELECT regexp_match(word, '^(.+)\*([1-9][0-9]?)$')) AS found(part)
  WHERE word <> ''
$$;

CREATE OR REPLACE FUNCTION products_set_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM set_parts WHERE set_id = NEW.id;
  INSERT INTO set_parts (set_id, part_id, quantity)
    SELECT NEW.id, p.part_id, sum(p.quantity) FROM parts_of(NEW.set_parts) p GROUP BY p.part_id;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER products_set_parts_added AFTER INSERT ON products FOR EACH ROW
WHEN (NEW.set_parts IS NOT NULL) EXECUTE FUNCTION products_set_parts();
CREATE OR REPLACE TRIGGER products_set_parts_changed AFTER UPDATE OF set_parts ON products FOR EACH ROW
WHEN (OLD.set_parts IS DISTINCT FROM NEW.set_parts) EXECUTE FUNCTION products_set_parts();
