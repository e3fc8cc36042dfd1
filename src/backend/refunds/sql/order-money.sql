-- The money of an order (orderMoney in tables.ts), for pages, commands, emails, the export, the audit and the triggers.
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
-- A dispute without an amount takes the whole payment.
CROSS JOIN LATERAL (
  SELECT coalesce(sum(coalesce(d.amount, o.paid_amount)), 0) AS gone FROM disputes d
  WHERE d.order_id = o.id AND d.currency = o.paid_currency AND d.has_taken
) AS claimed;
