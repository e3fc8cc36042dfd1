-- Written by hand: when a product's page last changed, for the sitemap; the same columns as products_changed.

CREATE FUNCTION product_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := now();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_updated BEFORE UPDATE OF
  name, brand, price_kobo, discount_type, discount_amount, discount_expires_at, description, tags,
  categories, notes, concentration, size_ml, stock, ratings, num_reviews, created_at
ON products FOR EACH ROW EXECUTE FUNCTION product_updated();
