-- Whether an order waits to go out: accepted, and neither gone (shipped, or back in stock) nor reversed. If money has come for it,
-- some must be left: refunds under way and lost disputes count as paid back. A line that was paid back still goes out, since it
-- may be for a bottle that came broken. Most orders have no refund, so that is asked first.
CREATE OR REPLACE FUNCTION may_be_packed(o orders) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT o.accepted_at IS NOT NULL AND o.gone_at IS NULL AND o.reversed_at IS NULL AND (
    NOT EXISTS (SELECT FROM refunds r WHERE r.order_id = o.id UNION ALL SELECT FROM disputes d WHERE d.order_id = o.id)
    OR NOT EXISTS (SELECT FROM order_money m WHERE m.order_id = o.id AND m.received > 0 AND m.remaining = 0))
$$;
