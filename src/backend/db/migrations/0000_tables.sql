-- Written by hand until the first table. The indexes of search need these.
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"full_name" text NOT NULL,
	"password_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"blocked_at" timestamp with time zone,
	CONSTRAINT "accounts_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "email_codes" (
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"code_hash" text NOT NULL,
	"decoy" boolean NOT NULL,
	"tries_left" integer NOT NULL,
	"own_tries_left" integer DEFAULT 5 NOT NULL,
	"requested_from" text,
	"requested_by" text,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"full_name" text,
	"password_hash" text,
	"attempt_hash" text,
	"client_address" text,
	"contested" boolean DEFAULT false NOT NULL,
	CONSTRAINT "email_codes_purpose_email_pk" PRIMARY KEY("purpose","email")
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"account_id" text NOT NULL,
	"device_hash" text NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_devices_account_id_device_hash_pk" PRIMARY KEY("account_id","device_hash")
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "replaced_registrations" (
	"attempt_hash" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"full_name" text NOT NULL,
	"password_hash" text NOT NULL,
	"replaced_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	"seen_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_challenges" (
	"challenge" text PRIMARY KEY NOT NULL,
	"invitation" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_forms" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" text NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"location" text,
	"notice" text
);
--> statement-breakpoint
CREATE TABLE "staff_invitations" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"staff_id" text NOT NULL,
	"recovers" boolean NOT NULL,
	"invited_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"backed_up" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"staff_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"proved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalogue_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalogue_record" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"removed" bigint DEFAULT 0 NOT NULL,
	"discounts_until" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "catalogue_record_one_row" CHECK ("catalogue_record"."only")
);
--> statement-breakpoint
CREATE TABLE "media" (
	"hash" text PRIMARY KEY NOT NULL,
	"mime" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"color" text NOT NULL,
	"recipe" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_pictures" (
	"product_id" text NOT NULL,
	"position" integer NOT NULL,
	"media_hash" text NOT NULL,
	"alt" text,
	CONSTRAINT "product_pictures_product_id_position_pk" PRIMARY KEY("product_id","position")
);
--> statement-breakpoint
CREATE TABLE "product_words" (
	"word" text NOT NULL,
	"product_id" text NOT NULL,
	"weight" real NOT NULL,
	"name_length" integer DEFAULT 0 NOT NULL,
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
	"discount_starts_at" timestamp with time zone,
	"discount_expires_at" timestamp with time zone,
	"description" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"categories" text[] DEFAULT '{}' NOT NULL,
	"notes" jsonb,
	"concentration" text,
	"size_ml" integer,
	"size_group" text,
	"importer" text,
	"batch" text,
	"nafdac_number" text,
	"seal" text,
	"bought_from" text,
	"ratings" real DEFAULT 0 NOT NULL,
	"num_reviews" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'shown' NOT NULL,
	"source" text DEFAULT 'merchant' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name_key" text DEFAULT '' NOT NULL,
	"category_keys" text[] DEFAULT '{}' NOT NULL,
	"tag_keys" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "products_id" CHECK ("products"."id" <> '' and length("products"."id") <= 200 and octet_length("products"."id") <= 240 and "products"."id" !~ '[/\\%\u0001-\u001f\u007f-\u009f]|^\.|\.(html|br|gz)$'),
	CONSTRAINT "products_price_never_negative" CHECK ("products"."price_kobo" >= 0),
	CONSTRAINT "products_discount_whole" CHECK (("products"."discount_type" is null) = ("products"."discount_amount" is null)),
	CONSTRAINT "products_discount_type" CHECK ("products"."discount_type" in ('fixed', 'percentage')),
	CONSTRAINT "products_discount_period" CHECK ("products"."discount_starts_at" < "products"."discount_expires_at"),
	CONSTRAINT "products_status" CHECK ("products"."status" in ('shown', 'hidden', 'retired'))
);
--> statement-breakpoint
CREATE TABLE "redirects" (
	"from_path" text PRIMARY KEY NOT NULL,
	"to_path" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "redirects_lead_elsewhere" CHECK ("redirects"."from_path" <> "redirects"."to_path")
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
	"areas" text[],
	"amount_kobo" bigint NOT NULL,
	"position" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "compatibility" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"needs" text NOT NULL,
	CONSTRAINT "compatibility_one_row" CHECK ("compatibility"."only")
);
--> statement-breakpoint
CREATE TABLE "emails" (
	"id" text PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"unsubscribe_url" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone DEFAULT now() + interval '4 days' NOT NULL,
	"dead_at" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "fulfilment_steps" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"step" text NOT NULL,
	"courier" text,
	"tracking_number" text,
	"recorded_by" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "restocks" (
	"order_id" text PRIMARY KEY NOT NULL,
	"recorded_by" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"kind" text NOT NULL,
	"noticed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "incidents_kind_noticed_at_pk" PRIMARY KEY("kind","noticed_at")
);
--> statement-breakpoint
CREATE TABLE "facet_pairs" (
	"category_id" integer NOT NULL,
	"tag_id" integer NOT NULL,
	"products" integer NOT NULL,
	CONSTRAINT "facet_pairs_category_id_tag_id_pk" PRIMARY KEY("category_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "facets" (
	"id" serial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"products" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "facets_kind_name" UNIQUE("kind","name")
);
--> statement-breakpoint
CREATE TABLE "listed_products" (
	"product_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"price_kobo" bigint NOT NULL,
	"name_key" text NOT NULL,
	"category_ids" integer[] NOT NULL,
	"tag_ids" integer[] NOT NULL,
	"name_ids" integer[] NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "order_items" (
	"order_id" text NOT NULL,
	"position" integer NOT NULL,
	"product_id" text NOT NULL,
	"name" text NOT NULL,
	"price_kobo" bigint NOT NULL,
	"image" text NOT NULL,
	"facts" text,
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
	"account_id" text,
	"share_hash" text,
	"former_share_hash" text,
	"shared_at" timestamp with time zone,
	"erase_at" timestamp with time zone,
	"full_name" text NOT NULL,
	"shipping_email" text NOT NULL,
	"phone" text NOT NULL,
	"phone_e164" text,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"country" text NOT NULL,
	"shipping_place" text,
	"fee_unconfirmed" boolean DEFAULT false NOT NULL,
	"fee_kobo" bigint NOT NULL,
	"total_kobo" bigint NOT NULL,
	"delivery" jsonb,
	"purchase_id" text NOT NULL,
	"attempt_key" text,
	"attempt_hash" text NOT NULL,
	"authorization_url" text,
	"reservation_expires_at" timestamp with time zone NOT NULL,
	"reservation_extended" boolean DEFAULT false NOT NULL,
	"client_address" text,
	"checked_at" timestamp with time zone,
	"next_check_at" timestamp with time zone NOT NULL,
	"news_at" timestamp with time zone,
	"recheck_at" timestamp with time zone,
	"claimed_until" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone,
	"channel" text,
	"transaction_id" text,
	"paid_amount" bigint,
	"paid_currency" text,
	"customer" jsonb,
	"refund_needed" boolean DEFAULT false NOT NULL,
	"reversed_at" timestamp with time zone,
	"refunded_at" timestamp with time zone,
	"gone_at" timestamp with time zone,
	"arrived_at" timestamp with time zone,
	"campaign" jsonb,
	"remark" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_reference_unique" UNIQUE("reference"),
	CONSTRAINT "orders_share_hash_unique" UNIQUE("share_hash"),
	CONSTRAINT "orders_former_share_hash_unique" UNIQUE("former_share_hash"),
	CONSTRAINT "orders_attempt_key_unique" UNIQUE("attempt_key"),
	CONSTRAINT "orders_status" CHECK ("orders"."status" in ('pending', 'paid', 'failed', 'cancelled')),
	CONSTRAINT "orders_paid_when" CHECK ("orders"."status" <> 'paid' or "orders"."paid_at" is not null),
	CONSTRAINT "orders_sums" CHECK ("orders"."fee_kobo" >= 0 and "orders"."total_kobo" >= "orders"."fee_kobo"),
	CONSTRAINT "orders_refunded_what_was_due" CHECK ("orders"."refunded_at" is null or "orders"."refund_needed" or "orders"."reversed_at" is not null)
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
CREATE TABLE "publisher_notices" (
	"address" text PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"told" bigint,
	"told_at" timestamp with time zone,
	"tried_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text
);
--> statement-breakpoint
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
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"intent" text,
	"mark" text,
	"paystack_id" text,
	"reason" text,
	"requested_by" text,
	"restock" boolean DEFAULT false NOT NULL,
	"sent_at" timestamp with time zone,
	"next_try_at" timestamp with time zone,
	"by_hand" boolean DEFAULT false NOT NULL,
	"refusal" text,
	CONSTRAINT "refunds_mark_unique" UNIQUE("mark"),
	CONSTRAINT "refunds_by_hand" CHECK (not by_hand or (status = 'processed' and amount > 0 and intent is not null and requested_by is not null))
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" text PRIMARY KEY NOT NULL,
	"product_id" text NOT NULL,
	"account_id" text NOT NULL,
	"rating" integer NOT NULL,
	"comment" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"hidden_at" timestamp with time zone,
	"hidden_reason" text,
	"looked_at" timestamp with time zone,
	CONSTRAINT "reviews_one_each" UNIQUE("product_id","account_id"),
	CONSTRAINT "reviews_rating" CHECK ("reviews"."rating" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "shop_facts" (
	"field" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_actions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"recorded_by" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"renamed_to" text,
	"detail" text
);
--> statement-breakpoint
CREATE TABLE "stock_alert_products" (
	"product_id" text PRIMARY KEY NOT NULL,
	"available_since" timestamp with time zone,
	"told_at" timestamp with time zone,
	"units" integer DEFAULT 0 NOT NULL,
	"told" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock_alerts" (
	"id" text PRIMARY KEY NOT NULL,
	"product_id" text NOT NULL,
	"email" text NOT NULL,
	"key_hash" text NOT NULL,
	"consent" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"told_at" timestamp with time zone,
	CONSTRAINT "stock_alerts_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "stock" (
	"product_id" text PRIMARY KEY NOT NULL,
	"on_hand" integer DEFAULT 0 NOT NULL,
	"reserved" integer DEFAULT 0 NOT NULL,
	"sold_count" integer DEFAULT 0 NOT NULL,
	"listed" boolean DEFAULT true NOT NULL,
	"shown_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_never_negative" CHECK ("stock"."on_hand" >= 0 and "stock"."reserved" >= 0)
);
--> statement-breakpoint
CREATE TABLE "stock_movements" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"product_id" text NOT NULL,
	"kind" text NOT NULL,
	"order_id" text,
	"return_of" text,
	"on_hand" integer DEFAULT 0 NOT NULL,
	"reserved" integer DEFAULT 0 NOT NULL,
	"sold" integer NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_forms" ADD CONSTRAINT "staff_forms_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_passkeys" ADD CONSTRAINT "staff_passkeys_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_pictures" ADD CONSTRAINT "product_pictures_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "product_pictures" ADD CONSTRAINT "product_pictures_media_hash_media_hash_fk" FOREIGN KEY ("media_hash") REFERENCES "public"."media"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfilment_steps" ADD CONSTRAINT "fulfilment_steps_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "restocks" ADD CONSTRAINT "restocks_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_notes" ADD CONSTRAINT "order_notes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_search" ADD CONSTRAINT "order_search_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_alert_products" ADD CONSTRAINT "stock_alert_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "stock_alerts" ADD CONSTRAINT "stock_alerts_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "stock" ADD CONSTRAINT "stock_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "email_codes_by_end" ON "email_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "known_devices_by_use" ON "known_devices" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "password_resets_by_account" ON "password_resets" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "password_resets_by_end" ON "password_resets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "rate_limits_by_end" ON "rate_limits" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "replaced_registrations_by_email" ON "replaced_registrations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "replaced_registrations_by_time" ON "replaced_registrations" USING btree ("replaced_at");--> statement-breakpoint
CREATE INDEX "sessions_by_account" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_by_end" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_names" ON "staff" USING btree (lower("name")) WHERE "staff"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "staff_challenges_by_end" ON "staff_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "staff_forms_by_time" ON "staff_forms" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "staff_invitations_by_person" ON "staff_invitations" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_passkeys_by_person" ON "staff_passkeys" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_by_person" ON "staff_sessions" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_by_end" ON "staff_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "product_pictures_by_media" ON "product_pictures" USING btree ("media_hash");--> statement-breakpoint
CREATE INDEX "product_words_by_product" ON "product_words" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "products_by_created" ON "products" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "products_by_price" ON "products" USING btree ("price_kobo","id");--> statement-breakpoint
CREATE INDEX "products_by_name" ON "products" USING btree ("name_key","id");--> statement-breakpoint
CREATE INDEX "products_by_category" ON "products" USING gin ("category_keys");--> statement-breakpoint
CREATE INDEX "products_by_tag" ON "products" USING gin ("tag_keys");--> statement-breakpoint
CREATE INDEX "products_by_brand" ON "products" USING btree ("brand");--> statement-breakpoint
CREATE INDEX "products_by_source" ON "products" USING btree ("source");--> statement-breakpoint
CREATE INDEX "products_by_discount_end" ON "products" USING btree ("discount_expires_at") WHERE discount_expires_at is not null;--> statement-breakpoint
CREATE INDEX "products_by_discount_start" ON "products" USING btree ("discount_starts_at") WHERE discount_starts_at is not null;--> statement-breakpoint
CREATE INDEX "redirects_by_target" ON "redirects" USING btree ("to_path");--> statement-breakpoint
CREATE INDEX "emails_waiting" ON "emails" USING btree ("next_try_at") WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "emails_dead" ON "emails" USING btree ("dead_at") WHERE dead_at is not null;--> statement-breakpoint
CREATE INDEX "emails_of_accounts" ON "emails" USING btree ("created_at") WHERE id like 'account:%';--> statement-breakpoint
CREATE INDEX "emails_of_stock_alerts" ON "emails" USING btree ("created_at") WHERE id like 'stock-alert%';--> statement-breakpoint
CREATE INDEX "emails_with_content" ON "emails" USING btree (coalesce("sent_at", "dead_at")) WHERE text <> '' and coalesce(sent_at, dead_at) is not null;--> statement-breakpoint
CREATE INDEX "emails_by_recipient" ON "emails" USING btree ("recipient","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "fulfilment_by_order" ON "fulfilment_steps" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "fulfilment_returned" ON "fulfilment_steps" USING btree ("order_id") WHERE step = 'returned';--> statement-breakpoint
CREATE UNIQUE INDEX "fulfilment_once" ON "fulfilment_steps" USING btree ("order_id","step") WHERE step <> 'shipped';--> statement-breakpoint
CREATE UNIQUE INDEX "incidents_open" ON "incidents" USING btree ("kind") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "listed_by_facet" ON "listed_products" USING gin ("category_ids","tag_ids","name_ids");--> statement-breakpoint
CREATE INDEX "order_notes_by_order" ON "order_notes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_search_by_key" ON "order_search" USING gin ("key" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "order_items_by_product" ON "order_items" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "orders_refund_due" ON "orders" USING btree ("created_at") WHERE refund_needed and refunded_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_purchase_pending" ON "orders" USING btree ("purchase_id") WHERE status = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "orders_purchase_paid" ON "orders" USING btree ("purchase_id") WHERE status = 'paid';--> statement-breakpoint
CREATE INDEX "orders_by_purchase" ON "orders" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "orders_to_recheck" ON "orders" USING btree ("recheck_at") WHERE recheck_at is not null;--> statement-breakpoint
CREATE INDEX "orders_pending" ON "orders" USING btree ("reservation_expires_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "orders_pending_email" ON "orders" USING btree ("email") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "orders_pending_address" ON "orders" USING btree ("client_address") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "orders_by_created" ON "orders" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("status","created_at" desc nulls last,"id" desc);--> statement-breakpoint
CREATE INDEX "orders_to_pack" ON "orders" USING btree ("created_at" desc nulls last,"id" desc) WHERE status = 'paid' and gone_at is null;--> statement-breakpoint
CREATE INDEX "orders_on_the_way" ON "orders" USING btree ("created_at" desc nulls last,"id" desc) WHERE gone_at is not null and arrived_at is null;--> statement-breakpoint
CREATE INDEX "orders_arrived" ON "orders" USING btree ("created_at" desc nulls last,"id" desc) WHERE arrived_at is not null;--> statement-breakpoint
CREATE INDEX "orders_by_payment" ON "orders" USING btree ("paid_at") WHERE status = 'paid';--> statement-breakpoint
CREATE INDEX "orders_reversed" ON "orders" USING btree ("created_at") WHERE reversed_at is not null;--> statement-breakpoint
CREATE INDEX "orders_by_email" ON "orders" USING btree ("email");--> statement-breakpoint
CREATE INDEX "orders_by_account" ON "orders" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "orders_to_erase" ON "orders" USING btree ("erase_at") WHERE erase_at is not null;--> statement-breakpoint
CREATE INDEX "disputes_by_order" ON "disputes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_by_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_requested_once" ON "refunds" USING btree ("order_id","intent") WHERE status = 'requested';--> statement-breakpoint
CREATE INDEX "refunds_to_try" ON "refunds" USING btree ("next_try_at") WHERE next_try_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_by_reference" ON "refunds" USING btree ("order_id","reference") WHERE reference is not null;--> statement-breakpoint
CREATE INDEX "reviews_by_product" ON "reviews" USING btree ("product_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reviews_by_account" ON "reviews" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "reviews_by_time" ON "reviews" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reviews_to_look_at" ON "reviews" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE looked_at is null or looked_at < created_at;--> statement-breakpoint
CREATE INDEX "staff_actions_by_subject" ON "staff_actions" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "stock_alerts_waiting" ON "stock_alerts" USING btree ("product_id","asked_at") WHERE confirmed_at is not null and told_at is null;--> statement-breakpoint
CREATE INDEX "stock_alerts_unconfirmed" ON "stock_alerts" USING btree ("asked_at") WHERE confirmed_at is null;--> statement-breakpoint
CREATE INDEX "stock_alerts_told" ON "stock_alerts" USING btree ("product_id") WHERE told_at is not null;--> statement-breakpoint
CREATE INDEX "stock_alerts_by_email" ON "stock_alerts" USING btree ("email");--> statement-breakpoint
CREATE INDEX "stock_by_sold" ON "stock" USING btree ("sold_count" DESC NULLS LAST,"product_id");--> statement-breakpoint
CREATE INDEX "stock_listed_by_sold" ON "stock" USING btree ("sold_count","product_id") WHERE listed;--> statement-breakpoint
CREATE INDEX "stock_listed_by_sold_desc" ON "stock" USING btree ("sold_count" desc,"product_id") WHERE listed;--> statement-breakpoint
CREATE INDEX "stock_movements_by_product" ON "stock_movements" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "stock_movements_by_order" ON "stock_movements" USING btree ("order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "stock_movements_by_return" ON "stock_movements" USING btree ("return_of") WHERE return_of is not null;--> statement-breakpoint

-- From here on written by hand: what drizzle-kit does not know.

-- Search. A search reads every script, and forgives typing errors.

-- How two spellings of a category, house or tag are compared: without case and accents.
CREATE FUNCTION match_key(value text) RETURNS text LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  SELECT lower(unaccent(btrim(value)))
$$;
--> statement-breakpoint
-- Plain words with single spaces, without case, accents or apostrophes: Arabic without its vowel signs, its stretching stroke
-- and its article, and each emoji as a word of its own.
CREATE FUNCTION search_normal(value text) RETURNS text LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(regexp_replace(regexp_replace(
    -- Letters that are written for each other, and apostrophes, which do not part a word.
    translate(
      -- Signs above and below letters. Without them the forms of alef are one letter.
      lower(unaccent(regexp_replace(normalize(value, NFD), '[\u0300-\u036f\u0483-\u0487\u0640\u064b-\u065f\u0670]+', '', 'g'))),
      'ىیکةٱ''’‘`´ʼ', 'ييكها'),
    '([\u2600-\u27bf\U0001f000-\U0001faff])', ' \1 ', 'g'),
    '[^[:alnum:]\u2600-\u27bf\U0001f000-\U0001faff]+', ' ', 'g'),
    '(^| )ال(?=[^ ]{3})', '\1', 'g'))
$$;
--> statement-breakpoint
-- A word's letters in order: 'opuim' and 'opium' agree.
CREATE FUNCTION search_letters(word text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(letter, '' ORDER BY letter COLLATE "C"), '')
  FROM string_to_table(word, NULL) AS letter
$$;
--> statement-breakpoint
-- How a word is heard, by the rules of Latin letters; '' for another script.
CREATE FUNCTION search_sound(word text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN word ~ '^[a-z0-9]+$' THEN dmetaphone(word) ELSE '' END
$$;
--> statement-breakpoint
-- The words that find a product. Beside the words of its name stand neighbours written together
-- ('tomford', 'missdior'), house and fragrance without spaces, what follows an apostrophe
-- ('interdit' of 'L'Interdit'), and the initials of the house ('ysl'). Notes, tags and categories count less.
CREATE FUNCTION search_words_of(name text, brand text, others text)
RETURNS TABLE (word text, weight real) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH named AS (
    SELECT t.word, t.n FROM regexp_split_to_table(search_normal(name), ' ') WITH ORDINALITY AS t(word, n)
  ), housed AS (
    SELECT t.word, t.n FROM regexp_split_to_table(search_normal(brand), ' ') WITH ORDINALITY AS t(word, n)
  ), forms AS (
    SELECT n.word, 1.0 AS weight FROM named n
    UNION ALL SELECT h.word, 1.0 FROM housed h
    UNION ALL SELECT search_normal(m.part[1]), 0.95 FROM regexp_matches(name, '[''’]([[:alpha:]]{3,})', 'g') AS m(part)
    UNION ALL SELECT a.word || b.word, 1.0 FROM named a JOIN named b ON b.n = a.n + 1
    UNION ALL SELECT string_agg(h.word, '' ORDER BY h.n), 1.0 FROM housed h
    UNION ALL SELECT replace(search_normal(
      CASE WHEN name LIKE brand || ' %' THEN substr(name, length(brand) + 2) ELSE name END), ' ', ''), 1.0
    UNION ALL SELECT string_agg(left(h.word, 1), '' ORDER BY h.n), 0.95 FROM housed h HAVING count(*) > 1
    UNION ALL SELECT o.word, 0.5 FROM regexp_split_to_table(search_normal(others), ' ') AS o(word)
  )
  SELECT f.word, max(f.weight)::real FROM forms f
  WHERE f.word <> '' AND length(f.word) <= 60 GROUP BY f.word
$$;
--> statement-breakpoint
-- The one place that says which products a shopper sees in lists and searches.
CREATE FUNCTION is_listed(product products) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT product.status = 'shown'
$$;
--> statement-breakpoint
-- What finds a product beside its name and brand. A field that finds it (domain/product-fields.ts) is added here.
CREATE FUNCTION product_words_of(product products) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT concat_ws(' ', array_to_string(product.tags, ' '), array_to_string(product.categories, ' '),
    (SELECT string_agg(note #>> '{}', ' ') FROM jsonb_path_query(product.notes, '$.*[*]') AS note))
$$;
--> statement-breakpoint
-- Words that no product has any more stay in search_words: they lead nowhere and do no harm.
CREATE FUNCTION refill_words(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM product_words WHERE product_id = ANY (ids);
  INSERT INTO product_words (word, product_id, weight, name_length)
    -- The inner query keeps the function's arguments plain, without which PostgreSQL does not inline it.
    SELECT w.word, p.id, w.weight, p.name_length
    FROM (
      SELECT id, name, brand, length(name_key) AS name_length, product_words_of(products) AS others
      FROM products WHERE id = ANY (ids) AND is_listed(products) OFFSET 0
    ) p, search_words_of(p.name, p.brand, p.others) w;
  INSERT INTO search_words (word, letters, sound)
    SELECT new.word, search_letters(new.word), search_sound(new.word)
    FROM (SELECT DISTINCT word FROM product_words WHERE product_id = ANY (ids)) AS new
    WHERE NOT EXISTS (SELECT FROM search_words s WHERE s.word = new.word)
    ORDER BY new.word
    ON CONFLICT DO NOTHING;
END $$;
--> statement-breakpoint
CREATE FUNCTION products_words_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refill_words(ARRAY(SELECT id FROM added));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_words_added AFTER INSERT ON products
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION products_words_added();
--> statement-breakpoint
-- By row, since a trigger by statement would run at every change. Whoever changes many products at once sets turare.words to
-- 'later' in its transaction, and makes their words anew by one refill_words, which takes a fraction of the time of one a product.
CREATE FUNCTION products_words_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('turare.words', true) = 'later' OR (OLD.name, OLD.brand, OLD.status, product_words_of(OLD))
    IS NOT DISTINCT FROM (NEW.name, NEW.brand, NEW.status, product_words_of(NEW)) THEN
    RETURN NULL;
  END IF;
  PERFORM refill_words(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_words_changed AFTER UPDATE ON products FOR EACH ROW
WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION products_words_changed();
--> statement-breakpoint
-- In place of a foreign key, whose check of every single word took most of an import's time.
CREATE FUNCTION products_words_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM product_words WHERE product_id IN (SELECT id FROM removed);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_words_removed AFTER DELETE ON products
REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION products_words_removed();
--> statement-breakpoint
CREATE INDEX search_words_like ON search_words USING gin (word gin_trgm_ops) WITH (fastupdate = off);
--> statement-breakpoint
CREATE INDEX search_words_prefix ON search_words (word COLLATE "C");
--> statement-breakpoint
CREATE INDEX search_words_letters ON search_words (letters);
--> statement-breakpoint
CREATE INDEX search_words_sound ON search_words (sound COLLATE "C");
--> statement-breakpoint
-- Words of names alone, most of what a search reads. A search ranks what it finds without reading the products.
CREATE INDEX product_words_named ON product_words (word, product_id) INCLUDE (weight, name_length) WHERE weight > 0.5;
--> statement-breakpoint
CREATE INDEX product_words_other ON product_words (word, product_id) INCLUDE (weight, name_length) WHERE weight <= 0.5;
--> statement-breakpoint
-- Words of the vocabulary worth a comparison with each typed word and each pair of neighbours: what shares
-- trigrams, begins alike, has the same letters, or sounds alike. U+10FFFF comes after every letter. In PL/pgSQL, which keeps
-- its plan.
CREATE FUNCTION search_candidates(typed text, token_limit int)
RETURNS TABLE (first int, last int, token text, word text, trigrams float8, sounds_alike boolean)
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY
  WITH tokens AS (
    SELECT t.n::int AS n, left(t.word, 40) AS word
    FROM regexp_split_to_table(search_normal(typed), ' ') WITH ORDINALITY AS t(word, n)
    WHERE t.word <> '' AND t.n <= token_limit
  ), spans AS (
    SELECT a.n AS first, a.n AS last, a.word FROM tokens a
    UNION ALL
    SELECT a.n, b.n, a.word || b.word FROM tokens a JOIN tokens b ON b.n = a.n + 1
  ), keyed AS MATERIALIZED (
    SELECT s.*, search_sound(s.word) AS sound, search_letters(s.word) AS letters, length(s.word) AS length
    FROM spans s
  )
  SELECT k.first, k.last, k.word, w.word,
    coalesce(similarity(k.word, w.word), 0)::float8,
    coalesce(length(k.sound) > 1 AND starts_with(w.sound, k.sound), false)
  FROM keyed k LEFT JOIN LATERAL (
    SELECT s.word, s.sound FROM search_words s WHERE k.length > 2 AND s.word % k.word
    UNION
    SELECT s.word, s.sound FROM search_words s
      WHERE s.word COLLATE "C" >= k.word AND s.word COLLATE "C" < k.word || U&'\+10FFFF'
        AND (k.length > 1 OR s.word = k.word)
    UNION
    SELECT s.word, s.sound FROM search_words s WHERE k.length > 2 AND s.letters = k.letters
    UNION
    SELECT s.word, s.sound FROM search_words s
      WHERE length(k.sound) > 1 AND s.sound COLLATE "C" >= k.sound AND s.sound COLLATE "C" < k.sound || '~'
        AND length(s.word) BETWEEN k.length - 2 AND k.length + 2
  ) w ON true;
END $$;
--> statement-breakpoint

-- Lists. What they show is kept in narrow rows and counted, in the transaction of each change of products (decision 28).

ALTER INDEX "listed_by_facet" SET (fastupdate = off);
--> statement-breakpoint
-- The orders of lists, in both directions, since ties are sorted by id in both. Each entry also holds what lists are filtered
-- by, so that a page is read from the index alone.
CREATE INDEX listed_by_created ON listed_products (created_at, product_id) INCLUDE (category_ids, tag_ids);
--> statement-breakpoint
CREATE INDEX listed_by_created_desc ON listed_products (created_at DESC, product_id) INCLUDE (category_ids, tag_ids);
--> statement-breakpoint
CREATE INDEX listed_by_price ON listed_products (price_kobo, product_id) INCLUDE (category_ids, tag_ids);
--> statement-breakpoint
CREATE INDEX listed_by_price_desc ON listed_products (price_kobo DESC, product_id) INCLUDE (category_ids, tag_ids);
--> statement-breakpoint
CREATE INDEX listed_by_name ON listed_products (name_key, product_id) INCLUDE (category_ids, tag_ids);
--> statement-breakpoint
CREATE INDEX listed_by_name_desc ON listed_products (name_key DESC, product_id) INCLUDE (category_ids, tag_ids);
--> statement-breakpoint
-- A deep page counts entries of an index. That is fast where the pages of the table are known to be all visible, so they
-- are vacuumed after a few hundred changes instead of a fifth of the table.
ALTER TABLE "listed_products" SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);
--> statement-breakpoint
CREATE FUNCTION facets_of(product products) RETURNS TABLE (kind text, name text)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 'category', key FROM unnest(product.category_keys) AS key
  UNION SELECT 'tag', key FROM unnest(product.tag_keys) AS key
  UNION SELECT 'category name', value FROM unnest(product.categories) AS value
  UNION SELECT 'tag name', value FROM unnest(product.tags) AS value
  UNION SELECT 'brand', product.brand
$$;
--> statement-breakpoint
-- Adds the listed ones of these products to the numbers of their facets, or takes them off (-1).
CREATE FUNCTION count_listed(ids text[], sign int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE facets SET products = facets.products + sign * counted.products FROM (
    SELECT facet, count(*)::int AS products
    FROM listed_products l, unnest(l.category_ids || l.tag_ids || l.name_ids) AS facet
    WHERE l.product_id = ANY (ids) GROUP BY facet
  ) AS counted WHERE facets.id = counted.facet;
  UPDATE facets SET products = products + sign * (
    SELECT count(*)::int FROM listed_products WHERE product_id = ANY (ids)
  ) WHERE kind = 'all';
  INSERT INTO facet_pairs AS pair (category_id, tag_id, products)
    SELECT category, tag, sign * count(*)
    FROM listed_products l, unnest(l.category_ids) AS category, unnest(l.tag_ids) AS tag
    WHERE l.product_id = ANY (ids) GROUP BY category, tag
    ON CONFLICT (category_id, tag_id) DO UPDATE SET products = pair.products + excluded.products;
END $$;
--> statement-breakpoint
-- Lists these products anew, as `products` has them now. Who changes a facet waits for others who do: their numbers are few
-- rows that everybody writes.
CREATE FUNCTION list_products(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(ids) = 0 THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('turare facets'));
  PERFORM count_listed(ids, -1);
  DELETE FROM listed_products WHERE product_id = ANY (ids);
  INSERT INTO facets (kind, name)
    SELECT DISTINCT f.kind, f.name FROM products p, facets_of(p) f
    WHERE p.id = ANY (ids) AND is_listed(p)
      AND NOT EXISTS (SELECT FROM facets known WHERE known.kind = f.kind AND known.name = f.name)
    ON CONFLICT DO NOTHING;
  INSERT INTO listed_products (product_id, created_at, price_kobo, name_key, category_ids, tag_ids, name_ids)
    SELECT p.id, p.created_at, p.price_kobo, p.name_key, n.category_ids, n.tag_ids, n.name_ids
    FROM products p CROSS JOIN LATERAL (
      SELECT coalesce(array_agg(f.id) FILTER (WHERE f.kind = 'category'), '{}') AS category_ids,
        coalesce(array_agg(f.id) FILTER (WHERE f.kind = 'tag'), '{}') AS tag_ids,
        coalesce(array_agg(f.id) FILTER (WHERE f.kind NOT IN ('category', 'tag')), '{}') AS name_ids
      FROM facets_of(p) AS own JOIN facets f ON f.kind = own.kind AND f.name = own.name
    ) n
    WHERE p.id = ANY (ids) AND is_listed(p);
  PERFORM count_listed(ids, 1);
  UPDATE stock SET listed = NOT listed WHERE product_id = ANY (ids)
    AND listed <> EXISTS (SELECT FROM listed_products l WHERE l.product_id = stock.product_id);
END $$;
--> statement-breakpoint
-- The names of these triggers come after products_stocked, which makes the row of `stock`.
CREATE FUNCTION products_to_list_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM list_products(ARRAY(SELECT id FROM added));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_to_list_added AFTER INSERT ON products
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION products_to_list_added();
--> statement-breakpoint
CREATE FUNCTION products_to_list_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM list_products(ARRAY(SELECT id FROM removed));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_to_list_removed AFTER DELETE ON products
REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION products_to_list_removed();
--> statement-breakpoint
-- A new price changes no facet, so it is written as it is.
CREATE FUNCTION products_to_list_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Of a product with a new id both ids are listed anew: the former one is gone, and the new one has come.
  PERFORM list_products(ARRAY(
    SELECT id FROM (
      (SELECT id, brand, categories, tags, is_listed(ROW(before.*)::products) FROM before
        EXCEPT SELECT id, brand, categories, tags, is_listed(ROW(after.*)::products) FROM after)
      UNION
      (SELECT id, brand, categories, tags, is_listed(ROW(after.*)::products) FROM after
        EXCEPT SELECT id, brand, categories, tags, is_listed(ROW(before.*)::products) FROM before)
    ) AS changed));
  UPDATE listed_products l SET created_at = a.created_at, price_kobo = a.price_kobo, name_key = a.name_key
    FROM after a
    WHERE l.product_id = a.id
      AND (l.created_at, l.price_kobo, l.name_key) IS DISTINCT FROM (a.created_at, a.price_kobo, a.name_key);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_to_list_changed AFTER UPDATE ON products
REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION products_to_list_changed();
--> statement-breakpoint
CREATE FUNCTION products_to_list_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM listed_products;
  DELETE FROM facet_pairs;
  UPDATE facets SET products = 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_to_list_emptied AFTER TRUNCATE ON products
FOR EACH STATEMENT EXECUTE FUNCTION products_to_list_emptied();
--> statement-breakpoint
INSERT INTO facets (kind, name) VALUES ('all', '');
--> statement-breakpoint

-- Products: their keys, their new ids, and the date of their page.

CREATE FUNCTION products_fill_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.name_key := match_key(NEW.name);
  NEW.category_keys := ARRAY(
    SELECT DISTINCT match_key(value) FROM unnest(NEW.categories || NEW.brand) AS value WHERE value <> '');
  NEW.tag_keys := ARRAY(SELECT DISTINCT match_key(value) FROM unnest(NEW.tags) AS value);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_keys BEFORE INSERT OR UPDATE OF name, brand, categories, tags ON products
FOR EACH ROW EXECUTE FUNCTION products_fill_keys();
--> statement-breakpoint
-- What the page of a product is made from: the whole row but what is emptied here. So a new column is part of it by itself.
CREATE FUNCTION product_page(product products) RETURNS products LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  product.source := '';
  product.updated_at := '-infinity';
  product.name_key := '';
  product.category_keys := '{}';
  product.tag_keys := '{}';
  RETURN product;
END $$;
--> statement-breakpoint
-- When the page last changed, for the sitemap.
CREATE FUNCTION product_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF product_page(NEW) IS DISTINCT FROM product_page(OLD) THEN
    NEW.updated_at := now();
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_updated BEFORE UPDATE ON products FOR EACH ROW EXECUTE FUNCTION product_updated();
--> statement-breakpoint
-- What has no foreign key follows a product to its new id here. Lines of orders do, too: they say which stock they move.
CREATE FUNCTION product_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_words SET product_id = NEW.id WHERE product_id = OLD.id;
  UPDATE stock_movements SET product_id = NEW.id WHERE product_id = OLD.id;
  UPDATE order_items SET product_id = NEW.id WHERE product_id = OLD.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER product_renamed AFTER UPDATE OF id ON products FOR EACH ROW
WHEN (OLD.id <> NEW.id) EXECUTE FUNCTION product_renamed();
--> statement-breakpoint
-- The page of a new product comes before a redirect from its address.
CREATE FUNCTION products_end_redirects() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM redirects USING added WHERE from_path = '/products/' || added.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_end_redirects AFTER INSERT ON products
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION products_end_redirects();
--> statement-breakpoint

-- Stock: on hand and reserved. Every change of them has an entry in stock_movements.

-- A sale writes a row of this narrow table again, on the same page where there is room. Deep pages of lists read it.
ALTER TABLE "stock" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);
--> statement-breakpoint
-- Every product has a row in stock. A writer that knows its stock writes the row itself, in the same statement.
CREATE FUNCTION products_stocked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stock (product_id) SELECT id FROM added ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_stocked AFTER INSERT ON products
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION products_stocked();
--> statement-breakpoint
CREATE FUNCTION stock_opened() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stock_movements (product_id, kind, on_hand, reserved, sold)
    SELECT product_id, 'opening', on_hand, reserved, sold_count FROM added;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER stock_opened AFTER INSERT ON stock
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION stock_opened();
--> statement-breakpoint
-- orders/stock.ts says for which order it moves units (the setting turare.order of its transaction); all other changes are the
-- merchant's. Units that came back name their order in return_of: what an order took off the stock stays as it was.
CREATE FUNCTION stock_moved() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  returned_of text := nullif(current_setting('turare.return_of', true), '');
  of_order text := CASE WHEN returned_of IS NULL THEN nullif(current_setting('turare.order', true), '') END;
BEGIN
  INSERT INTO stock_movements (product_id, kind, order_id, return_of, on_hand, reserved, sold)
    SELECT product_id,
      CASE WHEN returned_of IS NOT NULL THEN 'return' WHEN of_order IS NULL THEN 'correction' ELSE 'order' END,
      of_order, returned_of, a.on_hand - b.on_hand, a.reserved - b.reserved, a.sold_count - b.sold_count
    FROM after a JOIN before b USING (product_id)
    WHERE (a.on_hand, a.reserved, a.sold_count) <> (b.on_hand, b.reserved, b.sold_count);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER stock_moved AFTER UPDATE ON stock
REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION stock_moved();
--> statement-breakpoint
CREATE FUNCTION stock_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM stock_movements WHERE product_id IN (SELECT product_id FROM removed);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER stock_closed AFTER DELETE ON stock
REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION stock_closed();
--> statement-breakpoint

-- Changes of the catalogue: what the pages show and no call of the page mends.
-- Ratings and numbers of reviews follow in the next release. By statement, so that an import is one comparison; EXCEPT, since a
-- join of the two tables would keep the plan that it made for a single row.

CREATE FUNCTION record_catalogue_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_changes DEFAULT VALUES;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION catalogue_rows_came_or_went() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM touched) THEN
    INSERT INTO catalogue_changes DEFAULT VALUES;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION catalogue_rows_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT * FROM before EXCEPT SELECT * FROM after) THEN
    INSERT INTO catalogue_changes DEFAULT VALUES;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The page without what may follow in the next release.
CREATE FUNCTION product_facts(product products) RETURNS products LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  product := product_page(product);
  product.ratings := 0;
  product.num_reviews := 0;
  RETURN product;
END $$;
--> statement-breakpoint
CREATE FUNCTION products_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT product_facts(ROW(before.*)::products) FROM before
    EXCEPT SELECT product_facts(ROW(after.*)::products) FROM after
  ) THEN
    INSERT INTO catalogue_changes DEFAULT VALUES;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_came AFTER INSERT ON products REFERENCING NEW TABLE AS touched
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_came_or_went();
--> statement-breakpoint
CREATE TRIGGER products_went AFTER DELETE ON products REFERENCING OLD TABLE AS touched
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_came_or_went();
--> statement-breakpoint
CREATE TRIGGER products_changed AFTER UPDATE ON products REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION products_changed();
--> statement-breakpoint
CREATE TRIGGER products_emptied AFTER TRUNCATE ON products
FOR EACH STATEMENT EXECUTE FUNCTION record_catalogue_change();
--> statement-breakpoint
CREATE TRIGGER product_pictures_came AFTER INSERT ON product_pictures REFERENCING NEW TABLE AS touched
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_came_or_went();
--> statement-breakpoint
CREATE TRIGGER product_pictures_went AFTER DELETE ON product_pictures REFERENCING OLD TABLE AS touched
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_came_or_went();
--> statement-breakpoint
CREATE TRIGGER product_pictures_changed AFTER UPDATE ON product_pictures
REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_changed();
--> statement-breakpoint
CREATE TRIGGER product_pictures_emptied AFTER TRUNCATE ON product_pictures
FOR EACH STATEMENT EXECUTE FUNCTION record_catalogue_change();
--> statement-breakpoint
CREATE TRIGGER shipping_places_came AFTER INSERT ON shipping_places REFERENCING NEW TABLE AS touched
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_came_or_went();
--> statement-breakpoint
CREATE TRIGGER shipping_places_went AFTER DELETE ON shipping_places REFERENCING OLD TABLE AS touched
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_came_or_went();
--> statement-breakpoint
CREATE TRIGGER shipping_places_changed AFTER UPDATE ON shipping_places
REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_changed();
--> statement-breakpoint
CREATE TRIGGER shipping_places_emptied AFTER TRUNCATE ON shipping_places
FOR EACH STATEMENT EXECUTE FUNCTION record_catalogue_change();
--> statement-breakpoint
-- Every page shows some of the facts.
CREATE TRIGGER shop_facts_came AFTER INSERT ON shop_facts REFERENCING NEW TABLE AS touched
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_came_or_went();
--> statement-breakpoint
CREATE TRIGGER shop_facts_went AFTER DELETE ON shop_facts REFERENCING OLD TABLE AS touched
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_came_or_went();
--> statement-breakpoint
CREATE TRIGGER shop_facts_changed AFTER UPDATE ON shop_facts
REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION catalogue_rows_changed();
--> statement-breakpoint
CREATE TRIGGER shop_facts_emptied AFTER TRUNCATE ON shop_facts
FOR EACH STATEMENT EXECUTE FUNCTION record_catalogue_change();
--> statement-breakpoint
-- A new original is shown by nothing until a product has it.
CREATE FUNCTION media_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT hash, width, height, color FROM before EXCEPT SELECT hash, width, height, color FROM after
  ) THEN
    INSERT INTO catalogue_changes DEFAULT VALUES;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER media_changed AFTER UPDATE ON media REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION media_changed();
--> statement-breakpoint
-- Built pages show the label of what is on hand (src/domain/stock.ts: 'In Stock' above ten, 'Only n left', 'OUT OF STOCK').
-- Reservations for unpaid orders come and go, and the page asks for them itself, so that they rebuild nothing.
CREATE FUNCTION stock_shown() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.shown_at := now();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER stock_shown BEFORE UPDATE OF on_hand ON stock FOR EACH ROW
WHEN (least(OLD.on_hand, 11) <> least(NEW.on_hand, 11)) EXECUTE FUNCTION stock_shown();
--> statement-breakpoint
CREATE FUNCTION stock_label_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT product_id, least(on_hand, 11) FROM before EXCEPT SELECT product_id, least(on_hand, 11) FROM after
  ) THEN
    INSERT INTO catalogue_changes DEFAULT VALUES;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER stock_label_changed AFTER UPDATE ON stock
REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION stock_label_changed();
--> statement-breakpoint
-- Whoever waits for changes is woken when the transaction commits; several changes of one wake once.
CREATE FUNCTION notify_catalogue_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue_changed', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER catalogue_changes_notify AFTER INSERT ON catalogue_changes
FOR EACH STATEMENT EXECUTE FUNCTION notify_catalogue_changed();
--> statement-breakpoint
INSERT INTO catalogue_record DEFAULT VALUES;
--> statement-breakpoint

-- Orders: their transitions, their goods, and how people find them.

-- pending -> paid | failed | cancelled, failed | cancelled -> paid, and no other.
CREATE FUNCTION orders_check_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.status <> 'pending' THEN
      RAISE EXCEPTION 'an order begins as pending, not %', NEW.status USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF NEW.reference <> OLD.reference OR NEW.total_kobo <> OLD.total_kobo OR NEW.fee_kobo <> OLD.fee_kobo THEN
    RAISE EXCEPTION 'reference and sums of order % are fixed', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.status <> OLD.status AND NOT (
    OLD.status = 'pending' OR (OLD.status IN ('failed', 'cancelled') AND NEW.status = 'paid')
  ) THEN
    RAISE EXCEPTION 'order % cannot go from % to %', OLD.id, OLD.status, NEW.status
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_transitions BEFORE INSERT OR UPDATE ON orders
FOR EACH ROW EXECUTE FUNCTION orders_check_transition();
--> statement-breakpoint
-- The goods of a paid order: packed -> shipped -> delivered, and returned once they were shipped.
CREATE FUNCTION fulfilment_in_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before text := CASE NEW.step WHEN 'shipped' THEN 'packed' WHEN 'packed' THEN NULL ELSE 'shipped' END;
BEGIN
  IF NOT EXISTS (SELECT FROM orders WHERE id = NEW.order_id AND status = 'paid') THEN
    RAISE EXCEPTION 'order % is not paid, so nothing of it is %', NEW.order_id, NEW.step USING ERRCODE = 'check_violation';
  END IF;
  IF before IS NOT NULL AND NOT EXISTS (SELECT FROM fulfilment_steps WHERE order_id = NEW.order_id AND step = before) THEN
    RAISE EXCEPTION 'order % cannot be % before it is %', NEW.order_id, NEW.step, before USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER fulfilment_in_order BEFORE INSERT ON fulfilment_steps FOR EACH ROW EXECUTE FUNCTION fulfilment_in_order();
--> statement-breakpoint
-- What is to pack is a short list, however many orders there were: an order leaves it when its goods leave the shop or come
-- back into stock.
CREATE FUNCTION goods_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE orders SET gone_at = NEW.at WHERE id = NEW.order_id AND gone_at IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER fulfilment_goods_gone AFTER INSERT ON fulfilment_steps FOR EACH ROW WHEN (NEW.step = 'shipped')
EXECUTE FUNCTION goods_gone();
--> statement-breakpoint
CREATE TRIGGER restocks_goods_gone AFTER INSERT ON restocks FOR EACH ROW EXECUTE FUNCTION goods_gone();
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
-- Orders are found by what people know of them, in one short text each.
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

-- Money: one account of the money of an order, for pages, commands, emails, the export, the audit and the triggers.

CREATE VIEW order_money AS
SELECT o.id AS order_id, o.paid_amount AS received, (made.gone + claimed.gone)::bigint AS gone,
  claimed.gone::bigint AS claimed, made.under_way::bigint AS under_way,
  greatest(o.paid_amount - made.gone - made.under_way - claimed.gone, 0)::bigint AS remaining
FROM orders o
CROSS JOIN LATERAL (
  SELECT coalesce(sum(r.amount) FILTER (WHERE r.status = 'processed'), 0) AS gone,
    coalesce(sum(r.amount) FILTER (WHERE r.status NOT IN ('processed', 'failed')), 0) AS under_way
  FROM refunds r WHERE r.order_id = o.id AND r.currency = o.paid_currency
) AS made
-- A dispute that was not declined goes to the customer. Of one without an amount that is the whole payment.
CROSS JOIN LATERAL (
  SELECT coalesce(sum(coalesce(d.amount, o.paid_amount)), 0) AS gone FROM disputes d
  WHERE d.order_id = o.id AND d.currency = o.paid_currency AND d.status = 'resolved' AND d.resolution IS DISTINCT FROM 'declined'
) AS claimed;
--> statement-breakpoint
-- News of a refund at Paystack is kept whatever it says; only what is asked for or recorded here is bounded. The order is locked
-- first: of two refunds at once the second one sees the first.
CREATE FUNCTION refunds_within_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paid bigint;
  rest bigint;
BEGIN
  PERFORM FROM orders WHERE id = NEW.order_id FOR NO KEY UPDATE;
  SELECT m.received, m.remaining INTO paid, rest FROM order_money m JOIN orders o ON o.id = m.order_id
    WHERE m.order_id = NEW.order_id AND o.paid_currency = NEW.currency;
  IF TG_OP = 'UPDATE' OR NEW.amount <= 0 OR paid IS NULL OR NEW.amount > rest THEN
    RAISE EXCEPTION 'order % was paid with %, and refunds of % leave no % to pay back', NEW.order_id, paid, paid - rest,
      NEW.amount USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER refunds_within_payment BEFORE INSERT ON refunds FOR EACH ROW WHEN (NEW.intent IS NOT NULL)
EXECUTE FUNCTION refunds_within_payment();
--> statement-breakpoint
-- The sum of a refund that was asked for or recorded here stays.
CREATE TRIGGER refunds_keep_their_sum BEFORE UPDATE OF amount, currency, order_id ON refunds FOR EACH ROW
WHEN (OLD.intent IS NOT NULL AND (NEW.amount, NEW.currency, NEW.order_id) IS DISTINCT FROM (OLD.amount, OLD.currency, OLD.order_id))
EXECUTE FUNCTION refunds_within_payment();
--> statement-breakpoint
CREATE FUNCTION mark_paid_back(changed text) RETURNS void LANGUAGE sql AS $$
  UPDATE orders o SET refunded_at = CASE WHEN m.gone >= m.received THEN now() END
  FROM order_money m
  WHERE o.id = changed AND m.order_id = o.id AND (o.refund_needed OR o.reversed_at IS NOT NULL)
    AND coalesce(m.gone >= m.received, false) <> (o.refunded_at IS NOT NULL)
$$;
--> statement-breakpoint
CREATE FUNCTION money_went_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_paid_back(CASE TG_OP WHEN 'DELETE' THEN OLD.order_id ELSE NEW.order_id END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION money_is_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_paid_back(NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER refunds_mark_paid_back AFTER INSERT OR UPDATE OF status, amount OR DELETE ON refunds FOR EACH ROW
EXECUTE FUNCTION money_went_back();
--> statement-breakpoint
CREATE TRIGGER disputes_mark_paid_back AFTER INSERT OR UPDATE OF status, resolution, amount ON disputes FOR EACH ROW
EXECUTE FUNCTION money_went_back();
--> statement-breakpoint
CREATE TRIGGER orders_mark_paid_back AFTER UPDATE OF refund_needed, reversed_at ON orders FOR EACH ROW
WHEN (NEW.refund_needed <> OLD.refund_needed OR NEW.reversed_at IS DISTINCT FROM OLD.reversed_at)
EXECUTE FUNCTION money_is_due();
--> statement-breakpoint

-- Records that can be added to and nothing else; the log of what people did is also never emptied at once.

CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER fulfilment_append_only BEFORE UPDATE OR DELETE ON fulfilment_steps
FOR EACH ROW EXECUTE FUNCTION append_only();
--> statement-breakpoint
CREATE TRIGGER staff_actions_append_only BEFORE UPDATE OR DELETE ON staff_actions
FOR EACH ROW EXECUTE FUNCTION append_only();
--> statement-breakpoint
CREATE TRIGGER staff_actions_never_emptied BEFORE TRUNCATE ON staff_actions
FOR EACH STATEMENT EXECUTE FUNCTION append_only();
--> statement-breakpoint

-- The oldest program that may use these tables (compatibility-tables.ts).

INSERT INTO compatibility (needs) VALUES ('0000_tables');
