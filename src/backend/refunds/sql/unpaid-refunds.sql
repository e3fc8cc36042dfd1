-- The refunds that wait for the merchant (unpaidRefunds in tables.ts). The same amount for another line is not a second try.
CREATE VIEW unpaid_refunds AS
SELECT r.id, r.order_id FROM refunds r
WHERE (r.status = 'needs_customer'
    OR r.status = 'failed' AND (SELECT m.remaining FROM payment_money m WHERE m.reference = r.payment) > 0)
  AND NOT EXISTS (SELECT FROM refunds later
    WHERE later.payment = r.payment AND later.id > r.id AND later.amount = r.amount AND later.status <> 'failed'
      AND (r.purpose IS NULL OR later.purpose IS NULL OR (r.purpose, r.line) IS NOT DISTINCT FROM (later.purpose, later.line)));
