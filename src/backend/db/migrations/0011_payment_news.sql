CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"status" text NOT NULL,
	"resolution" text,
	"amount" bigint,
	"currency" text NOT NULL,
	"due_at" timestamp with time zone,
	"heard_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"reference" text,
	"status" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"heard_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "purchase_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "news_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "recheck_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_by_order" ON "disputes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_by_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_by_reference" ON "refunds" USING btree ("order_id","reference") WHERE reference is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_purchase_pending" ON "orders" USING btree ("purchase_id") WHERE status = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "orders_purchase_paid" ON "orders" USING btree ("purchase_id") WHERE status = 'paid';--> statement-breakpoint
CREATE INDEX "orders_by_purchase" ON "orders" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "orders_to_recheck" ON "orders" USING btree ("recheck_at") WHERE recheck_at is not null;--> statement-breakpoint

-- From here on written by hand. Recent payments are asked about within a day, a few at a time.
UPDATE orders SET recheck_at = now() + random() * interval '1 day'
WHERE coalesce(paid_at, created_at) > now() - interval '30 days'
  AND ((status = 'paid' AND reversed_at IS NULL) OR (refund_needed AND refunded_at IS NULL));
