-- The refunds that wait for the merchant (unpaidRefunds in tables.ts). The same amount for another line is not a second try.
CREATE VIEW unpaid_refunds AS
SELECT r.id, r.order_id FROM refunds r
WHERE (r.status = 'needs-attention'
    OR r.status = 'failed' AND (SELECT m.remaining FROM order_money m WHERE m.order_id = r.order_id) > 0)
  AND NOT EXISTS (SELECT FROM refunds later
    WHERE later.order_id = r.order_id AND later.id > r.id AND later.amount = r.amount AND later.status <> 'failed'
      AND (r.purpose IS NULL OR later.purpose IS NULL OR (r.purpose, r.line) IS NOT DISTINCT FROM (later.purpose, later.line)));
