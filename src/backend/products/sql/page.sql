-- The whole row, except what the page of a product does not show. So a new column is part of the page by itself.
CREATE OR REPLACE FUNCTION product_page(product products) RETURNS products LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  product.source := '';
  product.sku := NULL;
  product.updated_at := '-infinity';
  product.name_key := '';
  product.category_keys := '{}';
  product.tag_keys := '{}';
  RETURN product;
END $$;

-- When the page last changed, for the sitemap.
CREATE OR REPLACE FUNCTION product_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF product_page(NEW) IS DISTINCT FROM product_page(OLD) THEN
    NEW.updated_at := now();
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER products_updated BEFORE UPDATE ON products FOR EACH ROW EXECUTE FUNCTION product_updated();
