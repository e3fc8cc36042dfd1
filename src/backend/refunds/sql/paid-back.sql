CREATE OR REPLACE FUNCTION mark_paid_back(changed text) RETURNS void LANGUAGE sql AS $$
  UPDATE orders o SET refunded_at = CASE WHEN m.gone >= m.received THEN now() END
  FROM order_money m
  WHERE o.id = changed AND m.order_id = o.id AND (o.refund_needed OR o.reversed_at IS NOT NULL)
    AND coalesce(m.gone >= m.received, false) <> (o.refunded_at IS NOT NULL)
$$;

CREATE OR REPLACE FUNCTION money_went_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
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
