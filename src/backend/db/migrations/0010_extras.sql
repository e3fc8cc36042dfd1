ALTER TABLE "orders" ADD COLUMN "gift" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "gift_message" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "buyer_name" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "buyer_phone" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "note" text;
--> statement-breakpoint
-- As before, and an order that is a gift for somebody else is found by its buyer, too: by a number as she typed it, with the
-- country's 234 before it, as phone_e164 has it.
CREATE OR REPLACE FUNCTION order_search_key(found orders) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT concat_ws(' ', lower(right(found.id, 5)), search_normal(found.full_name), search_normal(found.buyer_name),
    search_normal(found.email), regexp_replace(coalesce(found.phone_e164, found.phone), '\D', '', 'g'),
    regexp_replace(regexp_replace(found.buyer_phone, '\D', '', 'g'), '^(00)?(234)?0?', '234'),
    (SELECT string_agg(search_normal(name), ' ') FROM order_items WHERE order_id = found.id))
$$;
