-- Two spellings of a category, brand or tag are compared without case and accents.
CREATE OR REPLACE FUNCTION match_key(value text) RETURNS text LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  SELECT lower(unaccent(btrim(value)))
$$;

CREATE OR REPLACE FUNCTION products_fill_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.name_key := match_key(NEW.name);
  NEW.category_keys := ARRAY(
    SELECT DISTINCT match_key(value) FROM unnest(NEW.categories || NEW.brand) AS value WHERE value <> '');
  NEW.tag_keys := ARRAY(SELECT DISTINCT match_key(value) FROM unnest(NEW.tags) AS value);
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER products_keys BEFORE INSERT OR UPDATE OF name, brand, categories, tags ON products
FOR EACH ROW EXECUTE FUNCTION products_fill_keys();
