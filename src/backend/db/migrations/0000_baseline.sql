-- Written by hand until the first table. The indexes of search need these.
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;
--> statement-breakpoint
-- A code, or the number of an order, as paper and voice carry it: its letters and digits in capitals, of any width, with 0 for O.
CREATE FUNCTION plain_code(typed text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT translate(upper(regexp_replace(normalize(typed, NFKC) COLLATE "C", '[^A-Za-z0-9]+', '', 'g')), 'O', '0')
$$;
--> statement-breakpoint
-- The same for the products of one group, and another one for each product without.
CREATE FUNCTION card_key(size_group text, id text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce('group ' || nullif(lower(btrim(size_group)), ''), 'product ' || id)
$$;
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
CREATE TABLE "backup_targets" (
	"kind" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"newest_at" timestamp with time zone,
	"checked" text,
	"damaged" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "newest_backup" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "newest_backup_once" CHECK ("newest_backup"."id")
);
--> statement-breakpoint
CREATE TABLE "compatibility" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"needs" text NOT NULL,
	CONSTRAINT "compatibility_one_row" CHECK ("compatibility"."only")
);
--> statement-breakpoint
CREATE TABLE "sql_files" (
	"path" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"migration" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fulfilment_steps" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"step" text NOT NULL,
	"about" bigint,
	"courier" text,
	"tracking_number" text,
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
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "database_mark" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"number" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"system" text,
	"timeline" integer,
	"listed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"claimed_until" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "database_mark_once" CHECK ("database_mark"."id")
);
--> statement-breakpoint
CREATE TABLE "lost_times" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"lost_from" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"claimed_until" timestamp with time zone DEFAULT now() NOT NULL,
	"asked_at" timestamp with time zone
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
CREATE TABLE "payments" (
	"reference" text PRIMARY KEY NOT NULL,
	"order_id" text,
	"provider" text NOT NULL,
	"state" text DEFAULT 'not_begun' NOT NULL,
	"page" text,
	"asked_kobo" bigint,
	"received" bigint,
	"currency" text,
	"provider_id" text,
	"channel" text,
	"payer" jsonb,
	"metadata" jsonb,
	"paid_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"asked_at" timestamp with time zone,
	"next_at" timestamp with time zone,
	"news_at" timestamp with time zone,
	"claimed_until" timestamp with time zone DEFAULT now() NOT NULL,
	"found_by" text,
	"found_at" timestamp with time zone,
	"other_shop" boolean DEFAULT false NOT NULL,
	"told_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	CONSTRAINT "payments_received" CHECK (("payments"."received" is null) = ("payments"."currency" is null)),
	CONSTRAINT "payments_have_an_owner" CHECK ("payments"."order_id" is not null or "payments"."found_by" is not null)
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
CREATE TABLE "order_parts" (
	"order_id" text NOT NULL,
	"position" integer NOT NULL,
	"product_id" text NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "order_parts_order_id_position_product_id_pk" PRIMARY KEY("order_id","position","product_id"),
	CONSTRAINT "order_parts_quantity" CHECK ("order_parts"."quantity" > 0)
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
	"gift" text,
	"gift_message" text,
	"buyer_name" text,
	"buyer_phone" text,
	"note" text,
	"shipping_place" text,
	"fee_unconfirmed" boolean DEFAULT false NOT NULL,
	"place_missing" boolean DEFAULT false NOT NULL,
	"fee_kobo" bigint NOT NULL,
	"total_kobo" bigint NOT NULL,
	"discount_kobo" bigint DEFAULT 0 NOT NULL,
	"promotion" jsonb,
	"delivery" jsonb,
	"purchase_id" text NOT NULL,
	"attempt_key" text,
	"ended_attempt_key" text,
	"attempt_hash" text NOT NULL,
	"reservation_expires_at" timestamp with time zone NOT NULL,
	"reservation_extended" boolean DEFAULT false NOT NULL,
	"client_address" text,
	"accepted_at" timestamp with time zone,
	"paid_at" timestamp with time zone,
	"refund_needed" boolean DEFAULT false NOT NULL,
	"reversed_at" timestamp with time zone,
	"refunded_at" timestamp with time zone,
	"gone_at" timestamp with time zone,
	"arrived_at" timestamp with time zone,
	"rebuilt_at" timestamp with time zone,
	"rebuilt_without" text,
	"campaign" jsonb,
	"remark" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_reference_unique" UNIQUE("reference"),
	CONSTRAINT "orders_share_hash_unique" UNIQUE("share_hash"),
	CONSTRAINT "orders_former_share_hash_unique" UNIQUE("former_share_hash"),
	CONSTRAINT "orders_attempt_key_unique" UNIQUE("attempt_key"),
	CONSTRAINT "orders_status" CHECK ("orders"."status" in ('pending', 'paid', 'failed', 'cancelled')),
	CONSTRAINT "orders_paid_when" CHECK ("orders"."status" <> 'paid' or ("orders"."paid_at" is not null and "orders"."accepted_at" is not null)),
	CONSTRAINT "orders_sums" CHECK ("orders"."fee_kobo" >= 0 and "orders"."total_kobo" >= 0 and "orders"."discount_kobo" >= 0 and "orders"."total_kobo" + "orders"."discount_kobo" >= "orders"."fee_kobo"),
	CONSTRAINT "orders_refunded_what_was_due" CHECK ("orders"."refunded_at" is null or "orders"."refund_needed" or "orders"."reversed_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "promotion_uses" (
	"order_id" text NOT NULL,
	"promotion_id" text NOT NULL,
	"code" text,
	"kobo" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "restocks" (
	"order_id" text PRIMARY KEY NOT NULL,
	"recorded_by" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "import_files" (
	"import_id" text NOT NULL,
	"path" text NOT NULL,
	"hash" text,
	"trouble" text,
	CONSTRAINT "import_files_import_id_path_pk" PRIMARY KEY("import_id","path")
);
--> statement-breakpoint
CREATE TABLE "import_mappings" (
	"key" text PRIMARY KEY NOT NULL,
	"columns" jsonb NOT NULL,
	"currency" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_parts" (
	"import_id" text NOT NULL,
	"place" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "import_parts_import_id_place_pk" PRIMARY KEY("import_id","place")
);
--> statement-breakpoint
CREATE TABLE "import_pictures" (
	"import_id" text NOT NULL,
	"product_id" text NOT NULL,
	"position" integer NOT NULL,
	"row" integer NOT NULL,
	"address" text NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"hash" text,
	"reason" text,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "import_pictures_import_id_product_id_position_pk" PRIMARY KEY("import_id","product_id","position")
);
--> statement-breakpoint
CREATE TABLE "import_products" (
	"import_id" text NOT NULL,
	"product_id" text NOT NULL,
	"row" integer,
	"kind" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"ended_redirect" text,
	"undone" boolean DEFAULT false NOT NULL,
	"kept" text,
	CONSTRAINT "import_products_import_id_product_id_pk" PRIMARY KEY("import_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "import_redirects" (
	"import_id" text NOT NULL,
	"from_path" text NOT NULL,
	"to_path" text NOT NULL,
	"before" text,
	CONSTRAINT "import_redirects_import_id_from_path_pk" PRIMARY KEY("import_id","from_path")
);
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"import_id" text NOT NULL,
	"kind" text NOT NULL,
	"place" integer NOT NULL,
	"row" integer NOT NULL,
	"shown" jsonb NOT NULL,
	CONSTRAINT "import_rows_import_id_kind_place_pk" PRIMARY KEY("import_id","kind","place")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" text PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"sha256" text,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"kind" text,
	"source" text NOT NULL,
	"started_by" text NOT NULL,
	"state" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sheet" text,
	"columns" jsonb,
	"answers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"view" jsonb,
	"hosts" text[] DEFAULT '{}' NOT NULL,
	"doing" text,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"doing_since" timestamp with time zone,
	"totals" jsonb,
	"trouble" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"touched_at" timestamp with time zone DEFAULT now() NOT NULL,
	"written_at" timestamp with time zone,
	"undone_at" timestamp with time zone
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
	"card_key" text NOT NULL,
	"size_ids" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"price_kobo" bigint NOT NULL,
	"name_key" text NOT NULL,
	"category_ids" integer[] NOT NULL,
	"tag_ids" integer[] NOT NULL,
	"name_ids" integer[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "set_parts" (
	"set_id" text NOT NULL,
	"part_id" text NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "set_parts_set_id_part_id_pk" PRIMARY KEY("set_id","part_id")
);
--> statement-breakpoint
CREATE TABLE "stock" (
	"product_id" text PRIMARY KEY NOT NULL,
	"on_hand" integer DEFAULT 0 NOT NULL,
	"reserved" integer DEFAULT 0 NOT NULL,
	"sold_count" integer DEFAULT 0 NOT NULL,
	"low_at" integer,
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
	"set_parts" text,
	"set_choose" integer,
	"sample" integer,
	"importer" text,
	"batch" text,
	"nafdac_number" text,
	"seal" text,
	"bought_from" text,
	"sku" text,
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
CREATE TABLE "promotion_codes" (
	"code" text PRIMARY KEY NOT NULL,
	"promotion_id" text NOT NULL,
	"once" boolean DEFAULT false NOT NULL,
	"order_id" text,
	"terms" jsonb,
	"staff_ended_at" timestamp with time zone,
	"given_back_at" timestamp with time zone,
	CONSTRAINT "promotion_codes_whole" CHECK (("promotion_codes"."order_id" is null) = ("promotion_codes"."terms" is null))
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
CREATE TABLE "publisher_notices" (
	"address" text PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"told" text,
	"told_at" timestamp with time zone,
	"tried_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"payment" text NOT NULL,
	"order_id" text,
	"state" text NOT NULL,
	"status" text NOT NULL,
	"resolution" text,
	"amount" bigint,
	"currency" text NOT NULL,
	"due_at" timestamp with time zone,
	"is_open" boolean GENERATED ALWAYS AS (state = 'open') STORED NOT NULL,
	"has_taken" boolean GENERATED ALWAYS AS (state = 'taken') STORED NOT NULL,
	"heard_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"payment" text NOT NULL,
	"order_id" text,
	"reference" text,
	"status" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"purpose" text,
	"line" integer,
	"heard_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"intent" text,
	"mark" text,
	"provider_id" text,
	"reason" text,
	"requested_by" text,
	"restock" boolean DEFAULT false NOT NULL,
	"sent_at" timestamp with time zone,
	"next_try_at" timestamp with time zone,
	"by_hand" boolean DEFAULT false NOT NULL,
	"refusal" text,
	CONSTRAINT "refunds_mark_unique" UNIQUE("mark"),
	CONSTRAINT "refunds_purpose" CHECK (coalesce(purpose in ('line', 'delivery', 'other') and (line is not null) = (purpose = 'line'), line is null)),
	CONSTRAINT "refunds_by_hand" CHECK (not by_hand or (status = 'done' and amount > 0 and intent is not null and requested_by is not null))
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" text PRIMARY KEY NOT NULL,
	"product_id" text NOT NULL,
	"account_id" text,
	"author" text,
	"source" text,
	"source_key" text,
	"rating" integer NOT NULL,
	"comment" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"hidden_at" timestamp with time zone,
	"hidden_reason" text,
	"looked_at" timestamp with time zone,
	CONSTRAINT "reviews_one_each" UNIQUE("product_id","account_id"),
	CONSTRAINT "reviews_once_each_source" UNIQUE("source","source_key"),
	CONSTRAINT "reviews_account_or_author" CHECK (num_nonnulls("reviews"."account_id", "reviews"."author") = 1
        and num_nonnulls("reviews"."author", "reviews"."source", "reviews"."source_key") in (0, 3)),
	CONSTRAINT "reviews_rating" CHECK ("reviews"."rating" between 1 and 5)
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
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfilment_steps" ADD CONSTRAINT "fulfilment_steps_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfilment_steps" ADD CONSTRAINT "fulfilment_steps_about_fulfilment_steps_id_fk" FOREIGN KEY ("about") REFERENCES "public"."fulfilment_steps"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_notes" ADD CONSTRAINT "order_notes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_search" ADD CONSTRAINT "order_search_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_parts" ADD CONSTRAINT "order_parts_order_id_position_order_items_order_id_position_fk" FOREIGN KEY ("order_id","position") REFERENCES "public"."order_items"("order_id","position") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_uses" ADD CONSTRAINT "promotion_uses_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_uses" ADD CONSTRAINT "promotion_uses_promotion_id_promotions_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "restocks" ADD CONSTRAINT "restocks_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_files" ADD CONSTRAINT "import_files_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_parts" ADD CONSTRAINT "import_parts_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_pictures" ADD CONSTRAINT "import_pictures_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_products" ADD CONSTRAINT "import_products_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_redirects" ADD CONSTRAINT "import_redirects_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "set_parts" ADD CONSTRAINT "set_parts_set_id_products_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "stock" ADD CONSTRAINT "stock_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "product_pictures" ADD CONSTRAINT "product_pictures_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "product_pictures" ADD CONSTRAINT "product_pictures_media_hash_media_hash_fk" FOREIGN KEY ("media_hash") REFERENCES "public"."media"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_codes" ADD CONSTRAINT "promotion_codes_promotion_id_promotions_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_payments_reference_fk" FOREIGN KEY ("payment") REFERENCES "public"."payments"("reference") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_payments_reference_fk" FOREIGN KEY ("payment") REFERENCES "public"."payments"("reference") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_forms" ADD CONSTRAINT "staff_forms_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_passkeys" ADD CONSTRAINT "staff_passkeys_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_alert_products" ADD CONSTRAINT "stock_alert_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "stock_alerts" ADD CONSTRAINT "stock_alerts_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "email_codes_by_end" ON "email_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "known_devices_by_use" ON "known_devices" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "password_resets_by_account" ON "password_resets" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "password_resets_by_end" ON "password_resets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "replaced_registrations_by_email" ON "replaced_registrations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "replaced_registrations_by_time" ON "replaced_registrations" USING btree ("replaced_at");--> statement-breakpoint
CREATE INDEX "sessions_by_account" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_by_end" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "fulfilment_by_order" ON "fulfilment_steps" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "fulfilment_returned" ON "fulfilment_steps" USING btree ("order_id") WHERE step = 'returned';--> statement-breakpoint
CREATE UNIQUE INDEX "fulfilment_about_once" ON "fulfilment_steps" USING btree ("about","step") WHERE about is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "incidents_open" ON "incidents" USING btree ("kind") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "rate_limits_by_end" ON "rate_limits" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "lost_times_to_ask" ON "lost_times" USING btree ("seen_at") WHERE asked_at is null;--> statement-breakpoint
CREATE INDEX "emails_waiting" ON "emails" USING btree ("next_try_at") WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "emails_dead" ON "emails" USING btree ("dead_at") WHERE dead_at is not null;--> statement-breakpoint
CREATE INDEX "emails_of_accounts" ON "emails" USING btree ("created_at") WHERE id like 'account:%';--> statement-breakpoint
CREATE INDEX "emails_of_stock_alerts" ON "emails" USING btree ("created_at") WHERE id like 'stock-alert%';--> statement-breakpoint
CREATE INDEX "emails_with_content" ON "emails" USING btree (coalesce("sent_at", "dead_at")) WHERE text <> '' and coalesce(sent_at, dead_at) is not null;--> statement-breakpoint
CREATE INDEX "emails_by_recipient" ON "emails" USING btree ("recipient","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "order_notes_by_order" ON "order_notes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_search_by_key" ON "order_search" USING gin ("key" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "payments_by_order" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payments_next" ON "payments" USING btree ("next_at") WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX "payments_found" ON "payments" USING btree ("found_at") WHERE found_by is not null;--> statement-breakpoint
CREATE INDEX "order_items_by_product" ON "order_items" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "order_parts_by_product" ON "order_parts" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "orders_refund_due" ON "orders" USING btree ("created_at") WHERE refund_needed and refunded_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_purchase_pending" ON "orders" USING btree ("purchase_id") WHERE status = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "orders_purchase_paid" ON "orders" USING btree ("purchase_id") WHERE status = 'paid';--> statement-breakpoint
CREATE INDEX "orders_by_purchase" ON "orders" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "orders_pending" ON "orders" USING btree ("reservation_expires_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "orders_pending_email" ON "orders" USING btree ("email") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "orders_pending_address" ON "orders" USING btree ("client_address") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "orders_by_created" ON "orders" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("status","created_at" desc nulls last,"id" desc);--> statement-breakpoint
CREATE INDEX "orders_to_pack" ON "orders" USING btree ("created_at" desc nulls last,"id" desc) WHERE accepted_at is not null and gone_at is null;--> statement-breakpoint
CREATE INDEX "orders_on_the_way" ON "orders" USING btree ("created_at" desc nulls last,"id" desc) WHERE gone_at is not null and arrived_at is null;--> statement-breakpoint
CREATE INDEX "orders_arrived" ON "orders" USING btree ("created_at" desc nulls last,"id" desc) WHERE arrived_at is not null;--> statement-breakpoint
CREATE INDEX "orders_by_payment" ON "orders" USING btree ("paid_at") WHERE status = 'paid';--> statement-breakpoint
CREATE INDEX "orders_reversed" ON "orders" USING btree ("created_at") WHERE reversed_at is not null;--> statement-breakpoint
CREATE INDEX "orders_by_ended_attempt" ON "orders" USING btree ("ended_attempt_key") WHERE ended_attempt_key is not null;--> statement-breakpoint
CREATE INDEX "orders_by_email" ON "orders" USING btree ("email");--> statement-breakpoint
CREATE INDEX "orders_by_account" ON "orders" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "orders_to_erase" ON "orders" USING btree ("erase_at") WHERE erase_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "promotion_uses_once" ON "promotion_uses" USING btree ("order_id","promotion_id",coalesce("code", ''));--> statement-breakpoint
CREATE INDEX "promotion_uses_by_promotion" ON "promotion_uses" USING btree ("promotion_id");--> statement-breakpoint
CREATE INDEX "promotion_uses_by_code" ON "promotion_uses" USING btree ("code") WHERE code is not null;--> statement-breakpoint
CREATE INDEX "import_files_by_hash" ON "import_files" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "import_pictures_waiting" ON "import_pictures" USING btree ("next_at","import_id","row","position") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "import_pictures_fetched" ON "import_pictures" USING btree ("import_id","product_id") WHERE state = 'fetched';--> statement-breakpoint
CREATE INDEX "import_pictures_by_product" ON "import_pictures" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "import_pictures_by_hash" ON "import_pictures" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "import_products_by_product" ON "import_products" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "import_products_kept" ON "import_products" USING btree ("import_id","product_id") WHERE kept is not null;--> statement-breakpoint
CREATE INDEX "imports_by_created" ON "imports" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "imports_due" ON "imports" USING btree ("touched_at") WHERE state in ('reading', 'waiting', 'importing', 'undoing');--> statement-breakpoint
CREATE INDEX "listed_by_card" ON "listed_products" USING btree ("card_key");--> statement-breakpoint
CREATE INDEX "listed_by_facet" ON "listed_products" USING gin ("category_ids","tag_ids","name_ids");--> statement-breakpoint
CREATE INDEX "set_parts_by_part" ON "set_parts" USING btree ("part_id");--> statement-breakpoint
CREATE INDEX "stock_by_sold" ON "stock" USING btree ("sold_count" DESC NULLS LAST,"product_id");--> statement-breakpoint
CREATE INDEX "stock_listed_by_sold" ON "stock" USING btree ("sold_count","product_id") WHERE listed;--> statement-breakpoint
CREATE INDEX "stock_listed_by_sold_desc" ON "stock" USING btree ("sold_count" desc,"product_id") WHERE listed;--> statement-breakpoint
CREATE INDEX "stock_movements_by_product" ON "stock_movements" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "stock_movements_by_order" ON "stock_movements" USING btree ("order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "stock_movements_by_return" ON "stock_movements" USING btree ("return_of") WHERE return_of is not null;--> statement-breakpoint
CREATE INDEX "product_pictures_by_media" ON "product_pictures" USING btree ("media_hash");--> statement-breakpoint
CREATE INDEX "product_words_by_product" ON "product_words" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "products_by_created" ON "products" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "products_by_price" ON "products" USING btree ("price_kobo","id");--> statement-breakpoint
CREATE INDEX "products_by_name" ON "products" USING btree ("name_key","id");--> statement-breakpoint
CREATE INDEX "products_by_category" ON "products" USING gin ("category_keys");--> statement-breakpoint
CREATE INDEX "products_by_tag" ON "products" USING gin ("tag_keys");--> statement-breakpoint
CREATE INDEX "products_by_brand" ON "products" USING btree ("brand");--> statement-breakpoint
CREATE UNIQUE INDEX "products_sku" ON "products" USING btree (lower("sku"));--> statement-breakpoint
CREATE INDEX "products_by_source" ON "products" USING btree ("source");--> statement-breakpoint
CREATE INDEX "products_by_discount_end" ON "products" USING btree ("discount_expires_at") WHERE discount_expires_at is not null;--> statement-breakpoint
CREATE INDEX "products_by_discount_start" ON "products" USING btree ("discount_starts_at") WHERE discount_starts_at is not null;--> statement-breakpoint
CREATE INDEX "redirects_by_target" ON "redirects" USING btree ("to_path");--> statement-breakpoint
CREATE INDEX "promotion_codes_by_promotion" ON "promotion_codes" USING btree ("promotion_id");--> statement-breakpoint
CREATE INDEX "promotion_codes_by_plain" ON "promotion_codes" USING btree (plain_code(code));--> statement-breakpoint
CREATE INDEX "promotion_codes_by_order" ON "promotion_codes" USING btree ("order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "promotion_codes_by_bottle" ON "promotion_codes" USING btree ((terms->>'productId')) WHERE terms is not null;--> statement-breakpoint
CREATE INDEX "disputes_by_order" ON "disputes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "disputes_by_payment" ON "disputes" USING btree ("payment");--> statement-breakpoint
CREATE INDEX "refunds_by_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_by_payment" ON "refunds" USING btree ("payment");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_requested_once" ON "refunds" USING btree ("payment","intent") WHERE status = 'requested';--> statement-breakpoint
CREATE INDEX "refunds_to_try" ON "refunds" USING btree ("next_try_at") WHERE next_try_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_by_reference" ON "refunds" USING btree ("payment","reference") WHERE reference is not null;--> statement-breakpoint
CREATE INDEX "reviews_by_product" ON "reviews" USING btree ("product_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reviews_by_account" ON "reviews" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "reviews_by_time" ON "reviews" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reviews_to_look_at" ON "reviews" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE looked_at is null or looked_at < created_at;--> statement-breakpoint
CREATE INDEX "staff_actions_by_subject" ON "staff_actions" USING btree ("subject");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_names" ON "staff" USING btree (lower("name")) WHERE "staff"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "staff_challenges_by_end" ON "staff_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "staff_forms_by_time" ON "staff_forms" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "staff_invitations_by_person" ON "staff_invitations" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_passkeys_by_person" ON "staff_passkeys" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_by_person" ON "staff_sessions" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_by_end" ON "staff_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "stock_alerts_waiting" ON "stock_alerts" USING btree ("product_id","asked_at") WHERE confirmed_at is not null and told_at is null;--> statement-breakpoint
CREATE INDEX "stock_alerts_unconfirmed" ON "stock_alerts" USING btree ("asked_at") WHERE confirmed_at is null;--> statement-breakpoint
CREATE INDEX "stock_alerts_told" ON "stock_alerts" USING btree ("product_id") WHERE told_at is not null;--> statement-breakpoint
CREATE INDEX "stock_alerts_by_email" ON "stock_alerts" USING btree ("email");
--> statement-breakpoint

-- What drizzle-kit does not know, written by hand.
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
INSERT INTO facets (kind, name) VALUES ('all', '');
--> statement-breakpoint
-- Stock: on hand and reserved. Every change of them has an entry in stock_movements.

-- A sale writes a row of this narrow table again, on the same page where there is room. Deep pages of lists read it.
ALTER TABLE "stock" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);
--> statement-breakpoint
INSERT INTO catalogue_record DEFAULT VALUES;
--> statement-breakpoint
CREATE INDEX products_by_card ON products (card_key(size_group, id));
--> statement-breakpoint
ALTER TABLE "import_parts" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
--> statement-breakpoint
-- The tables of orders know those of promotions.
ALTER TABLE "promotion_codes" ADD CONSTRAINT "promotion_codes_order" FOREIGN KEY ("order_id") REFERENCES "orders" ("id") ON DELETE CASCADE;
--> statement-breakpoint
-- The oldest program that may use these tables (compatibility-tables.ts).
INSERT INTO compatibility (needs) VALUES ('0000_baseline');
