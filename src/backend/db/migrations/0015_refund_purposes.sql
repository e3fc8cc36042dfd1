ALTER TABLE "promotion_codes" ADD COLUMN "staff_ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "promotion_codes" ADD COLUMN "given_back_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "purpose" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "line" integer;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_purpose" CHECK (coalesce(purpose in ('line', 'delivery', 'other') and (line is not null) = (purpose = 'line'), line is null));--> statement-breakpoint

-- From here on written by hand: what drizzle-kit does not know.

-- As before, but for a failed refund of one line the same amount for another line is no second try.
CREATE OR REPLACE VIEW unpaid_refunds AS
SELECT r.id, r.order_id FROM refunds r
WHERE (r.status = 'needs-attention'
    OR r.status = 'failed' AND (SELECT m.remaining FROM order_money m WHERE m.order_id = r.order_id) > 0)
  AND NOT EXISTS (SELECT FROM refunds later
    WHERE later.order_id = r.order_id AND later.id > r.id AND later.amount = r.amount AND later.status <> 'failed'
      AND (r.purpose IS NULL OR later.purpose IS NULL OR (r.purpose, r.line) IS NOT DISTINCT FROM (later.purpose, later.line)));
