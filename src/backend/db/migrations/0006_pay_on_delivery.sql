CREATE TABLE "door_collections" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"payment" text NOT NULL,
	"amount" bigint NOT NULL,
	"how" text NOT NULL,
	"taken_by" text NOT NULL,
	"recorded_by" text NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handed_in_at" timestamp with time zone,
	"handed_in_to" text,
	CONSTRAINT "door_collections_amount" CHECK ("door_collections"."amount" > 0),
	CONSTRAINT "door_collections_cash" CHECK ("door_collections"."how" = 'cash' or "door_collections"."handed_in_at" is null)
);
--> statement-breakpoint
CREATE TABLE "door_refusals" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"account_id" text,
	"phone_hash" text,
	"recorded_by" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"lifted_by" text,
	"lifted_at" timestamp with time zone,
	CONSTRAINT "door_refusals_order_id_unique" UNIQUE("order_id")
);
--> statement-breakpoint
ALTER TABLE "door_collections" ADD CONSTRAINT "door_collections_payment_payments_reference_fk" FOREIGN KEY ("payment") REFERENCES "public"."payments"("reference") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_refusals" ADD CONSTRAINT "door_refusals_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_refusals" ADD CONSTRAINT "door_refusals_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "door_collections_by_payment" ON "door_collections" USING btree ("payment");--> statement-breakpoint
CREATE INDEX "door_collections_with_couriers" ON "door_collections" USING btree ("taken_by") WHERE how = 'cash' and handed_in_at is null;--> statement-breakpoint
CREATE INDEX "door_refusals_by_account" ON "door_refusals" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "door_refusals_by_phone" ON "door_refusals" USING btree ("phone_hash");