ALTER TABLE "promotion_codes" ADD COLUMN "order_id" text;--> statement-breakpoint
ALTER TABLE "promotion_codes" ADD COLUMN "terms" jsonb;--> statement-breakpoint
CREATE INDEX "promotion_codes_by_order" ON "promotion_codes" USING btree ("order_id") WHERE order_id is not null;--> statement-breakpoint
ALTER TABLE "promotion_codes" ADD CONSTRAINT "promotion_codes_whole" CHECK (("promotion_codes"."order_id" is null) = ("promotion_codes"."terms" is null));
--> statement-breakpoint
-- By hand: the tables of orders know those of promotions.
ALTER TABLE "promotion_codes" ADD CONSTRAINT "promotion_codes_order" FOREIGN KEY ("order_id") REFERENCES "orders" ("id") ON DELETE CASCADE;
