CREATE TABLE "catalogue_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "media" (
	"hash" text PRIMARY KEY NOT NULL,
	"mime" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"color" text NOT NULL,
	"recipe" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_recipe_unique" UNIQUE("recipe")
);
--> statement-breakpoint
CREATE TABLE "product_pictures" (
	"product_id" text NOT NULL,
	"position" integer NOT NULL,
	"media_hash" text NOT NULL,
	CONSTRAINT "product_pictures_product_id_position_pk" PRIMARY KEY("product_id","position")
);
--> statement-breakpoint
CREATE TABLE "product_words" (
	"word" text NOT NULL,
	"product_id" text NOT NULL,
	"weight" real NOT NULL,
	CONSTRAINT "product_words_word_product_id_pk" PRIMARY KEY("word","product_id")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"brand" text DEFAULT '' NOT NULL,
	"price_kobo" bigint NOT NULL,
	"discount_type" text,
	"discount_amount" double precision,
	"discount_expires_at" timestamp with time zone,
	"description" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"categories" text[] DEFAULT '{}' NOT NULL,
	"notes" jsonb,
	"concentration" text,
	"size_ml" integer,
	"stock" integer DEFAULT 0 NOT NULL,
	"ratings" real DEFAULT 0 NOT NULL,
	"num_reviews" integer DEFAULT 0 NOT NULL,
	"sold_count" integer DEFAULT 0 NOT NULL,
	"source" text DEFAULT 'merchant' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name_key" text DEFAULT '' NOT NULL,
	"category_keys" text[] DEFAULT '{}' NOT NULL,
	"tag_keys" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "products_stock_never_negative" CHECK ("products"."stock" >= 0),
	CONSTRAINT "products_price_never_negative" CHECK ("products"."price_kobo" >= 0),
	CONSTRAINT "products_discount_whole" CHECK (("products"."discount_type" is null) = ("products"."discount_amount" is null)),
	CONSTRAINT "products_discount_type" CHECK ("products"."discount_type" in ('fixed', 'percentage'))
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL,
	"letters" text NOT NULL,
	"sound" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shipping_places" (
	"place" text PRIMARY KEY NOT NULL,
	"state" text,
	"amount_kobo" bigint NOT NULL,
	"position" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" text PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"order_id" text NOT NULL,
	"position" integer NOT NULL,
	"product_id" text NOT NULL,
	"name" text NOT NULL,
	"price_kobo" bigint NOT NULL,
	"image" text NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "order_items_order_id_position_pk" PRIMARY KEY("order_id","position"),
	CONSTRAINT "order_items_quantity" CHECK ("order_items"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reference" text NOT NULL,
	"email" text NOT NULL,
	"full_name" text NOT NULL,
	"shipping_email" text NOT NULL,
	"phone" text NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"country" text NOT NULL,
	"shipping_place" text,
	"fee_unconfirmed" boolean DEFAULT false NOT NULL,
	"fee_kobo" bigint NOT NULL,
	"total_kobo" bigint NOT NULL,
	"attempt_key" text,
	"attempt_hash" text NOT NULL,
	"authorization_url" text,
	"hold_expires_at" timestamp with time zone NOT NULL,
	"hold_extended" boolean DEFAULT false NOT NULL,
	"client_address" text,
	"checked_at" timestamp with time zone,
	"next_check_at" timestamp with time zone NOT NULL,
	"claimed_until" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone,
	"channel" text,
	"transaction_id" text,
	"customer" jsonb,
	"refund_needed" boolean DEFAULT false NOT NULL,
	"reversed_at" timestamp with time zone,
	"remark" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_reference_unique" UNIQUE("reference"),
	CONSTRAINT "orders_attempt_key_unique" UNIQUE("attempt_key"),
	CONSTRAINT "orders_status" CHECK ("orders"."status" in ('pending', 'paid', 'failed', 'cancelled')),
	CONSTRAINT "orders_paid_when" CHECK ("orders"."status" <> 'paid' or "orders"."paid_at" is not null),
	CONSTRAINT "orders_sums" CHECK ("orders"."fee_kobo" >= 0 and "orders"."total_kobo" >= "orders"."fee_kobo")
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"event" text NOT NULL,
	"data_id" text NOT NULL,
	"reference" text,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_events_event_data_id_pk" PRIMARY KEY("event","data_id")
);
--> statement-breakpoint
ALTER TABLE "product_pictures" ADD CONSTRAINT "product_pictures_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_pictures" ADD CONSTRAINT "product_pictures_media_hash_media_hash_fk" FOREIGN KEY ("media_hash") REFERENCES "public"."media"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_pictures_by_media" ON "product_pictures" USING btree ("media_hash");--> statement-breakpoint
CREATE INDEX "product_words_by_product" ON "product_words" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "products_by_created" ON "products" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "products_by_price" ON "products" USING btree ("price_kobo","id");--> statement-breakpoint
CREATE INDEX "products_by_name" ON "products" USING btree ("name_key","id");--> statement-breakpoint
CREATE INDEX "products_by_sold" ON "products" USING btree ("sold_count" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "products_by_category" ON "products" USING gin ("category_keys");--> statement-breakpoint
CREATE INDEX "products_by_tag" ON "products" USING gin ("tag_keys");--> statement-breakpoint
CREATE INDEX "products_by_brand" ON "products" USING btree ("brand");--> statement-breakpoint
CREATE INDEX "products_by_source" ON "products" USING btree ("source");--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" USING btree ("next_try_at") WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "mails_by_recipient" ON "mails" USING btree ("recipient","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "order_items_by_product" ON "order_items" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "orders_pending" ON "orders" USING btree ("hold_expires_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "orders_pending_email" ON "orders" USING btree ("email") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "orders_pending_address" ON "orders" USING btree ("client_address") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "orders_by_created" ON "orders" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_by_email" ON "orders" USING btree ("email");