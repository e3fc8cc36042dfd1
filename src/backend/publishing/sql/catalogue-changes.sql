-- Changes of the catalogue: what pages show and do not update by themselves. Ratings and numbers of reviews follow in the next release.
-- The triggers run by statement, so that an import is one comparison. They use EXCEPT, since a join of the two tables would keep the
-- plan that it made for a single row.

CREATE OR REPLACE FUNCTION record_catalogue_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_changes DEFAULT VALUES;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION catalogue_rows_came_or_went() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM touched) THEN
    INSERT INTO catalogue_changes DEFAULT VALUES;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION catalogue_rows_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT * FROM before EXCEPT SELECT * FROM after) THEN
    INSERT INTO catalogue_changes DEFAULT VALUES;
  END IF;
  RETURN NULL;
END $$;

-- The page without the fields that may follow in the next release.
CREATE OR REPLACE FUNCTION product_facts(product products) RETURNS products LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  product := product_page(product);
  product.ratings := 0;
  product.num_reviews := 0;
  RETURN product;
END $$;

CREATE OR REPLACE FUNCTION products_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT product_facts(ROW(before.*)::products) FROM before
    EXCEPT SELECT product_facts(ROW(after.*)::products) FROM after
  ) THEN
    INSERT INTO catalogue_changes DEFAULT VALUES;
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER products_came AFTER INSERT ON products REFERENCING NEW TABLE AS touched
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_came_or_went();
CREATE OR REPLACE TRIGGER products_went AFTER DELETE ON products REFERENCING OLD TABLE AS touched
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_came_or_went();
CREATE OR REPLACE TRIGGER products_changed AFTER UPDATE ON products REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION products_changed();
CREATE OR REPLACE TRIGGER products_emptied AFTER TRUNCATE ON products
FOR EACH STATEMENT EXECUTE FUNCTION record_catalogue_change();
CREATE OR REPLACE TRIGGER product_pictures_came AFTER INSERT ON product_pictures REFERENCING NEW TABLE AS touched
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_came_or_went();
CREATE OR REPLACE TRIGGER product_pictures_went AFTER DELETE ON product_pictures REFERENCING OLD TABLE AS touched
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_came_or_went();
CREATE OR REPLACE TRIGGER product_pictures_changed AFTER UPDATE ON product_pictures
REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_changed();
CREATE OR REPLACE TRIGGER product_pictures_emptied AFTER TRUNCATE ON product_pictures
FOR EACH STATEMENT EXECUTE FUNCTION record_catalogue_change();
CREATE OR REPLACE TRIGGER shipping_places_came AFTER INSERT ON shipping_places REFERENCING NEW TABLE AS touched
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_came_or_went();
CREATE OR REPLACE TRIGGER shipping_places_went AFTER DELETE ON shipping_places REFERENCING OLD TABLE AS touched
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_came_or_went();
CREATE OR REPLACE TRIGGER shipping_places_changed AFTER UPDATE ON shipping_places
REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_changed();
CREATE OR REPLACE TRIGGER shipping_places_emptied AFTER TRUNCATE ON shipping_places
FOR EACH STATEMENT EXECUTE FUNCTION record_catalogue_change();

-- Every page shows some of the facts.
CREATE OR REPLACE TRIGGER shop_facts_came AFTER INSERT ON shop_facts REFERENCING NEW TABLE AS touched
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_came_or_went();
CREATE OR REPLACE TRIGGER shop_facts_went AFTER DELETE ON shop_facts REFERENCING OLD TABLE AS touched
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_came_or_went();
CREATE OR REPLACE TRIGGER shop_facts_changed AFTER UPDATE ON shop_facts
REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_changed();
CREATE OR REPLACE TRIGGER shop_facts_emptied AFTER TRUNCATE ON shop_facts
FOR EACH STATEMENT EXECUTE FUNCTION record_catalogue_change();

-- A new original is not shown until a product has it.
CREATE OR REPLACE FUNCTION media_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT hash, width, height, color FROM before EXCEPT SELECT hash, width, height, color FROM after
  ) THEN
    INSERT INTO catalogue_changes DEFAULT VALUES;
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER media_changed AFTER UPDATE ON media REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION media_changed();

-- Wakes those who wait for changes when the transaction commits. Several changes of one transaction wake them once.
CREATE OR REPLACE FUNCTION notify_catalogue_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue_changed', '');
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER catalogue_changes_notify AFTER INSERT ON catalogue_changes
FOR EACH STATEMENT EXECUTE FUNCTION notify_catalogue_changed();
