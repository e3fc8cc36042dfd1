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
CREATE TABLE "unmatched_payments" (
	"reference" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"transaction_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"requested_amount" bigint,
	"currency" text NOT NULL,
	"email" text,
	"paid_at" timestamp with time zone,
	"channel" text,
	"metadata" jsonb,
	"found_by" text NOT NULL,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL,
	"told_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"refund_mark" text,
	"refund_by" text,
	"refund_sent_at" timestamp with time zone,
	"refund_try_at" timestamp with time zone,
	CONSTRAINT "unmatched_payments_refund_mark_unique" UNIQUE("refund_mark"),
	CONSTRAINT "unmatched_payments_state" CHECK ("unmatched_payments"."state" in ('open', 'matched', 'returned', 'other-shop'))
);
--> statement-breakpoint
ALTER TABLE "publisher_notices" ALTER COLUMN "told" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "rebuilt_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "rebuilt_without" text;--> statement-breakpoint
CREATE INDEX "lost_times_to_ask" ON "lost_times" USING btree ("seen_at") WHERE asked_at is null;--> statement-breakpoint
CREATE INDEX "unmatched_payments_open" ON "unmatched_payments" USING btree ("found_at") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "unmatched_payments_to_return" ON "unmatched_payments" USING btree ("refund_try_at") WHERE refund_try_at is not null;