CREATE TABLE "refund_accounts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"refund" bigint NOT NULL,
	"order_id" text NOT NULL,
	"key_hash" text,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"lookups" integer DEFAULT 0 NOT NULL,
	"bank" text,
	"last_digits" text,
	"given_by" text,
	"given_at" timestamp with time zone,
	"claimed_until" timestamp with time zone,
	CONSTRAINT "refund_accounts_key_hash_unique" UNIQUE("key_hash"),
	CONSTRAINT "refund_accounts_whole" CHECK ((bank is null) = (last_digits is null) and (bank is null) = (given_at is null))
);
--> statement-breakpoint
ALTER TABLE "refund_accounts" ADD CONSTRAINT "refund_accounts_refund_refunds_id_fk" FOREIGN KEY ("refund") REFERENCES "public"."refunds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_accounts" ADD CONSTRAINT "refund_accounts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_accounts_by_refund" ON "refund_accounts" USING btree ("refund");--> statement-breakpoint
CREATE INDEX "refund_accounts_by_order" ON "refund_accounts" USING btree ("order_id");