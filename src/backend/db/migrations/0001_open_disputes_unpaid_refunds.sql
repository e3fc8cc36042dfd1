ALTER TABLE "disputes" ADD COLUMN "is_open" boolean GENERATED ALWAYS AS (status <> 'resolved') STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "has_taken" boolean GENERATED ALWAYS AS (status = 'resolved' and resolution is distinct from 'declined') STORED NOT NULL;--> statement-breakpoint
-- As before, with the rule of a dispute that goes to the customer taken from its column.
CREATE OR REPLACE VIEW order_money AS
SELECT o.id AS order_id, o.paid_amount AS received, (made.gone + claimed.gone)::bigint AS gone,
  claimed.gone::bigint AS claimed, made.under_way::bigint AS under_way,
  greatest(o.paid_amount - made.gone - made.under_way - claimed.gone, 0)::bigint AS remaining
FROM orders o
CROSS JOIN LATERAL (
  SELECT coalesce(sum(r.amount) FILTER (WHERE r.status = 'processed'), 0) AS gone,
    coalesce(sum(r.amount) FILTER (WHERE r.status NOT IN ('processed', 'failed')), 0) AS under_way
  FROM refunds r WHERE r.order_id = o.id AND r.currency = o.paid_currency
) AS made
-- Of a dispute without an amount that is the whole payment.
CROSS JOIN LATERAL (
  SELECT coalesce(sum(coalesce(d.amount, o.paid_amount)), 0) AS gone FROM disputes d
  WHERE d.order_id = o.id AND d.currency = o.paid_currency AND d.has_taken
) AS claimed;
--> statement-breakpoint
CREATE VIEW unpaid_refunds AS
SELECT r.id, r.order_id FROM refunds r
WHERE (r.status = 'needs-attention'
    OR r.status = 'failed' AND (SELECT m.remaining FROM order_money m WHERE m.order_id = r.order_id) > 0)
  AND NOT EXISTS (SELECT FROM refunds later
    WHERE later.order_id = r.order_id AND later.id > r.id AND later.amount = r.amount AND later.status <> 'failed');
