CREATE TABLE "stock_movements" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"product_id" text NOT NULL,
	"kind" text NOT NULL,
	"order_id" text,
	"stock" integer NOT NULL,
	"sold" integer NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "phone_e164" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "paid_amount" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "paid_currency" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "stock_movements_by_product" ON "stock_movements" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "stock_movements_by_order" ON "stock_movements" USING btree ("order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "orders_refund_due" ON "orders" USING btree ("created_at") WHERE refund_needed and refunded_at is null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_refunded_what_was_due" CHECK ("orders"."refunded_at" is null or "orders"."refund_needed" or "orders"."reversed_at" is not null);--> statement-breakpoint

-- From here on written by hand. The books of the stock: services/stock.ts says for which order it moves bottles
-- (the setting turare.order of its transaction); all other changes are the merchant's.
CREATE FUNCTION stock_opened() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stock_movements (product_id, kind, stock, sold)
    SELECT id, 'opening', stock, sold_count FROM added;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_stock_opened AFTER INSERT ON products
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION stock_opened();
--> statement-breakpoint
CREATE FUNCTION stock_moved() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_order text := nullif(current_setting('turare.order', true), '');
BEGIN
  INSERT INTO stock_movements (product_id, kind, order_id, stock, sold) VALUES (
    NEW.id, CASE WHEN of_order IS NULL THEN 'correction' ELSE 'order' END, of_order,
    NEW.stock - OLD.stock, NEW.sold_count - OLD.sold_count);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_stock_moved AFTER UPDATE OF stock, sold_count ON products
FOR EACH ROW WHEN (NEW.stock <> OLD.stock OR NEW.sold_count <> OLD.sold_count) EXECUTE FUNCTION stock_moved();
--> statement-breakpoint
CREATE FUNCTION stock_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM stock_movements WHERE product_id IN (SELECT id FROM removed);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_stock_closed AFTER DELETE ON products
REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION stock_closed();
--> statement-breakpoint

-- What was there before there were books.
INSERT INTO stock_movements (product_id, kind, stock, sold) SELECT id, 'opening', stock, sold_count FROM products;
--> statement-breakpoint
UPDATE orders SET paid_amount = total_kobo, paid_currency = 'NGN' WHERE status = 'paid';
