-- The money of an order (orderMoney in tables.ts), for pages, commands, emails, the export, the audit and the triggers.
CREATE VIEW order_money AS
SELECT o.id AS order_id, all_of.received, first.currency, coalesce(all_of.gone, 0) AS gone,
  coalesce(all_of.claimed, 0) AS claimed, coalesce(all_of.under_way, 0) AS under_way, coalesce(all_of.remaining, 0) AS remaining
FROM orders o
LEFT JOIN LATERAL (
  SELECT p.currency FROM payments p WHERE p.order_id = o.id AND p.received IS NOT NULL
  ORDER BY p.paid_at, p.created_at, p.reference LIMIT 1
) AS first ON true
CROSS JOIN LATERAL (
  SELECT sum(m.received)::bigint AS received, sum(m.gone)::bigint AS gone, sum(m.claimed)::bigint AS claimed,
    sum(m.under_way)::bigint AS under_way, sum(m.remaining)::bigint AS remaining
  FROM payment_money m WHERE m.order_id = o.id AND m.currency = first.currency
) AS all_of;
