-- The money of a payment (paymentMoney in tables.ts).
CREATE VIEW payment_money AS
SELECT p.reference, p.order_id, p.received, p.currency, (made.gone + claimed.gone)::bigint AS gone,
  claimed.gone::bigint AS claimed, made.under_way::bigint AS under_way,
  greatest(p.received - made.gone - made.under_way - claimed.gone, 0)::bigint AS remaining
FROM payments p
CROSS JOIN LATERAL (
  SELECT coalesce(sum(r.amount) FILTER (WHERE r.status = 'done'), 0) AS gone,
    coalesce(sum(r.amount) FILTER (WHERE r.status NOT IN ('done', 'failed')), 0) AS under_way
  FROM refunds r WHERE r.payment = p.reference AND r.currency = p.currency
) AS made
-- A dispute without an amount takes the whole payment.
CROSS JOIN LATERAL (
  SELECT coalesce(sum(coalesce(d.amount, p.received)), 0) AS gone FROM disputes d
  WHERE d.payment = p.reference AND d.currency = p.currency AND d.has_taken
) AS claimed;
