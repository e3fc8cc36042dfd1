CREATE TABLE "order_notes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"text" text NOT NULL,
	"recorded_by" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_search" (
	"order_id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "arrived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_notes" ADD CONSTRAINT "order_notes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_search" ADD CONSTRAINT "order_search_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_notes_by_order" ON "order_notes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_search_by_key" ON "order_search" USING gin ("key" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "fulfilment_returned" ON "fulfilment_steps" USING btree ("order_id") WHERE step = 'returned';--> statement-breakpoint
CREATE INDEX "orders_on_the_way" ON "orders" USING btree ("created_at" desc nulls last,"id" desc) WHERE gone_at is not null and arrived_at is null;--> statement-breakpoint
CREATE INDEX "orders_arrived" ON "orders" USING btree ("created_at" desc nulls last,"id" desc) WHERE arrived_at is not null;--> statement-breakpoint
CREATE INDEX "orders_by_payment" ON "orders" USING btree ("paid_at") WHERE status = 'paid';
-- From here on written by hand. Orders are found by what people know of them, in one short text each.
CREATE FUNCTION order_search_key(found orders) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT concat_ws(' ', lower(right(found.id, 5)), search_normal(found.full_name), search_normal(found.email),
    regexp_replace(coalesce(found.phone_e164, found.phone), '\D', '', 'g'),
    (SELECT string_agg(search_normal(name), ' ') FROM order_items WHERE order_id = found.id))
$$;
--> statement-breakpoint
CREATE FUNCTION order_search_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_search (order_id, key)
    SELECT o.id, order_search_key(o) FROM orders o WHERE o.id IN (SELECT order_id FROM added)
    ON CONFLICT (order_id) DO UPDATE SET key = excluded.key;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_search_added AFTER INSERT ON order_items
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION order_search_added();
--> statement-breakpoint
-- An order that is erased is not found by its customer any more.
CREATE FUNCTION order_search_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE order_search SET key = order_search_key(NEW) WHERE order_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_search_changed AFTER UPDATE OF full_name, email, phone, phone_e164 ON orders
FOR EACH ROW WHEN ((OLD.full_name, OLD.email, OLD.phone, OLD.phone_e164) IS DISTINCT FROM
  (NEW.full_name, NEW.email, NEW.phone, NEW.phone_e164))
EXECUTE FUNCTION order_search_changed();
--> statement-breakpoint
INSERT INTO order_search (order_id, key) SELECT o.id, order_search_key(o) FROM orders o;
--> statement-breakpoint

-- What is on the way is a short list, too: an order leaves it when its goods arrive or come back.
CREATE FUNCTION goods_arrived() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE orders SET arrived_at = NEW.at WHERE id = NEW.order_id AND arrived_at IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER fulfilment_goods_arrived AFTER INSERT ON fulfilment_steps FOR EACH ROW
WHEN (NEW.step IN ('delivered', 'returned')) EXECUTE FUNCTION goods_arrived();
--> statement-breakpoint
UPDATE orders SET arrived_at = arrived.at FROM (
  SELECT order_id, min(at) AS at FROM fulfilment_steps WHERE step IN ('delivered', 'returned') GROUP BY order_id
) AS arrived WHERE arrived.order_id = orders.id;
