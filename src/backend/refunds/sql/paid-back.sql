-- Marks when all money of an order has gone back that was due for it or reversed.
CREATE OR REPLACE FUNCTION mark_paid_back(changed text) RETURNS void LANGUAGE sql AS $$
  UPDATE orders o SET refunded_at = CASE WHEN m.gone >= m.received THEN now() END
  FROM order_money m
  WHERE o.id = changed AND m.order_id = o.id AND (o.refund_needed OR o.reversed_at IS NOT NULL)
    AND coalesce(m.gone >= m.received, false) <> (o.refunded_at IS NOT NULL)
$$;

-- Marks when a payment without an order is settled. When its refund has failed, it waits again, and the merchant is told anew.
CREATE OR REPLACE FUNCTION mark_settled(changed text) RETURNS void LANGUAGE sql AS $$
  UPDATE payments p SET settled_at = CASE WHEN now_settled.yes THEN now() END,
    told_at = CASE WHEN now_settled.yes THEN p.told_at END, found_at = CASE WHEN now_settled.yes THEN p.found_at ELSE now() END
  FROM payment_money m, LATERAL (SELECT m.remaining = 0 AND NOT EXISTS (
    SELECT FROM refunds r WHERE r.payment = changed AND r.status = 'requested') AS yes) AS now_settled
  WHERE p.reference = changed AND m.reference = changed AND p.order_id IS NULL AND p.found_at IS NOT NULL
    AND p.state <> 'reversed' AND now_settled.yes <> (p.settled_at IS NOT NULL)
$$;

CREATE OR REPLACE FUNCTION money_went_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_settled(CASE TG_OP WHEN 'DELETE' THEN OLD.payment ELSE NEW.payment END);
  PERFORM mark_paid_back(CASE TG_OP WHEN 'DELETE' THEN OLD.order_id ELSE NEW.order_id END);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION money_is_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_paid_back(NEW.id);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER refunds_mark_paid_back AFTER INSERT OR UPDATE OF status, amount OR DELETE ON refunds FOR EACH ROW
EXECUTE FUNCTION money_went_back();
CREATE OR REPLACE TRIGGER disputes_mark_paid_back AFTER INSERT OR UPDATE OF status, resolution, amount ON disputes FOR EACH ROW
EXECUTE FUNCTION money_went_back();
CREATE OR REPLACE TRIGGER orders_mark_paid_back AFTER UPDATE OF refund_needed, reversed_at ON orders FOR EACH ROW
WHEN (NEW.refund_needed <> OLD.refund_needed OR NEW.reversed_at IS DISTINCT FROM OLD.reversed_at)
EXECUTE FUNCTION money_is_due();
