-- Rows without a foreign key follow a product to its new id here. Lines and parts of orders do, too: they say which stock they move.
-- The code of a sample leads to its bottle under the new id, and a set keeps its parts.
CREATE OR REPLACE FUNCTION product_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_words SET product_id = NEW.id WHERE product_id = OLD.id;
  UPDATE stock_movements SET product_id = NEW.id WHERE product_id = OLD.id;
  UPDATE order_items SET product_id = NEW.id WHERE product_id = OLD.id;
  UPDATE order_parts SET product_id = NEW.id WHERE product_id = OLD.id;
  UPDATE promotion_codes SET terms = terms || jsonb_build_object('productId', NEW.id)
    WHERE terms IS NOT NULL AND terms->>'productId' = OLD.id;
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
CREATE OR REPLACE TRIGGER product_renamed AFTER UPDATE OF id ON products FOR EACH ROW
WHEN (OLD.id <> NEW.id) EXECUTE FUNCTION product_renamed();

-- The page of a new product ends a redirect from its address.
CREATE OR REPLACE FUNCTION products_end_redirects() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM redirects USING added WHERE from_path = '/products/' || added.id;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER products_end_redirects AFTER INSERT ON products
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION products_end_redirects();
