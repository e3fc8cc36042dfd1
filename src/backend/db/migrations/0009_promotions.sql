CREATE TABLE "promotion_uses" (
	"order_id" text NOT NULL,
	"promotion_id" text NOT NULL,
	"code" text,
	"kobo" bigint NOT NULL,
	CONSTRAINT "promotion_uses_order_id_promotion_id_pk" PRIMARY KEY("order_id","promotion_id")
);
--> statement-breakpoint
CREATE TABLE "promotion_codes" (
	"code" text PRIMARY KEY NOT NULL,
	"promotion_id" text NOT NULL,
	"once" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "promotions" (
	"id" text PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"takes" jsonb NOT NULL,
	"scope" jsonb NOT NULL,
	"from_kobo" bigint DEFAULT 0 NOT NULL,
	"begins_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"use_limit" integer,
	"customer_limit" integer,
	"adds_up" boolean DEFAULT false NOT NULL,
	"automatic" boolean DEFAULT false NOT NULL,
	"stopped_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "promotions_period" CHECK ("promotions"."begins_at" < "promotions"."ends_at"),
	CONSTRAINT "promotions_limits" CHECK ("promotions"."use_limit" > 0 and "promotions"."customer_limit" > 0)
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_sums";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "discount_kobo" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "promotion" jsonb;--> statement-breakpoint
ALTER TABLE "promotion_uses" ADD CONSTRAINT "promotion_uses_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_uses" ADD CONSTRAINT "promotion_uses_promotion_id_promotions_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_codes" ADD CONSTRAINT "promotion_codes_promotion_id_promotions_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "promotion_uses_by_promotion" ON "promotion_uses" USING btree ("promotion_id");--> statement-breakpoint
CREATE INDEX "promotion_uses_by_code" ON "promotion_uses" USING btree ("code") WHERE code is not null;--> statement-breakpoint
CREATE INDEX "promotion_codes_by_promotion" ON "promotion_codes" USING btree ("promotion_id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_sums" CHECK ("orders"."fee_kobo" >= 0 and "orders"."total_kobo" >= 0 and "orders"."discount_kobo" >= 0 and "orders"."total_kobo" + "orders"."discount_kobo" >= "orders"."fee_kobo");