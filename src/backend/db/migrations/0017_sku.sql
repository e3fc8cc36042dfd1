ALTER TABLE "products" ADD COLUMN "sku" text;--> statement-breakpoint
CREATE UNIQUE INDEX "products_sku" ON "products" USING btree (lower("sku"));--> statement-breakpoint
-- By hand: staff alone see the code, so that a change of it is no change of the page. The rest is as it was.
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
