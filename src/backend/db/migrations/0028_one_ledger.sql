ALTER TABLE "refunds" ADD COLUMN "by_hand" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_by_hand" CHECK (not by_hand or (status = 'processed' and amount > 0 and intent is not null and requested_by is not null));--> statement-breakpoint

-- From here on written by hand. One account of the money of an order, for pages, commands, emails, the export, the audit and the triggers.
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
-- A dispute that was not declined goes to the customer. Of one without an amount that is the whole payment.
CROSS JOIN LATERAL (
  SELECT coalesce(sum(coalesce(d.amount, o.paid_amount)), 0) AS gone FROM disputes d
  WHERE d.order_id = o.id AND d.currency = o.paid_currency AND d.status = 'resolved' AND d.resolution IS DISTINCT FROM 'declined'
) AS claimed;
--> statement-breakpoint

-- What was recorded as refunded by hand becomes a row of what nothing else explains. What refunds still pay is no such row.
INSERT INTO refunds (order_id, status, amount, currency, heard_at, updated_at, intent, requested_by, by_hand)
SELECT o.id, 'processed', m.remaining, o.paid_currency, o.refunded_at, o.refunded_at, 'rest', coalesce((
    SELECT a.recorded_by FROM staff_actions a WHERE a.action = 'order.refunded' AND a.subject = o.id ORDER BY a.id DESC LIMIT 1
  ), 'the merchant'), true
FROM orders o JOIN order_money m ON m.order_id = o.id WHERE o.refunded_at IS NOT NULL AND m.remaining > 0;
--> statement-breakpoint

-- The order is locked first: of two refunds at once the second one sees the first.
CREATE OR REPLACE FUNCTION refunds_within_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paid bigint;
  rest bigint;
BEGIN
  PERFORM FROM orders WHERE id = NEW.order_id FOR NO KEY UPDATE;
  SELECT m.received, m.remaining INTO paid, rest FROM order_money m JOIN orders o ON o.id = m.order_id
    WHERE m.order_id = NEW.order_id AND o.paid_currency = NEW.currency;
  IF TG_OP = 'UPDATE' OR NEW.amount <= 0 OR paid IS NULL OR NEW.amount > rest THEN
    RAISE EXCEPTION 'order % was paid with %, and refunds of % leave no % to pay back', NEW.order_id, paid, paid - rest,
      NEW.amount USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- The sum of a refund that was asked for or recorded here stays.
CREATE TRIGGER refunds_keep_their_sum BEFORE UPDATE OF amount, currency, order_id ON refunds FOR EACH ROW
WHEN (OLD.intent IS NOT NULL AND (NEW.amount, NEW.currency, NEW.order_id) IS DISTINCT FROM (OLD.amount, OLD.currency, OLD.order_id))
EXECUTE FUNCTION refunds_within_payment();
--> statement-breakpoint

CREATE FUNCTION mark_paid_back(changed text) RETURNS void LANGUAGE sql AS $$
  UPDATE orders o SET refunded_at = CASE WHEN m.gone >= m.received THEN now() END
  FROM order_money m
  WHERE o.id = changed AND m.order_id = o.id AND (o.refund_needed OR o.reversed_at IS NOT NULL)
    AND coalesce(m.gone >= m.received, false) <> (o.refunded_at IS NOT NULL)
$$;
--> statement-breakpoint
CREATE FUNCTION money_went_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_paid_back(CASE TG_OP WHEN 'DELETE' THEN OLD.order_id ELSE NEW.order_id END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION money_is_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_paid_back(NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER refunds_mark_paid_back AFTER INSERT OR UPDATE OF status, amount OR DELETE ON refunds FOR EACH ROW
EXECUTE FUNCTION money_went_back();
--> statement-breakpoint
CREATE TRIGGER disputes_mark_paid_back AFTER INSERT OR UPDATE OF status, resolution, amount ON disputes FOR EACH ROW
EXECUTE FUNCTION money_went_back();
--> statement-breakpoint
CREATE TRIGGER orders_mark_paid_back AFTER UPDATE OF refund_needed, reversed_at ON orders FOR EACH ROW
WHEN (NEW.refund_needed <> OLD.refund_needed OR NEW.reversed_at IS DISTINCT FROM OLD.reversed_at)
EXECUTE FUNCTION money_is_due();
--> statement-breakpoint
SELECT mark_paid_back(id) FROM orders WHERE refund_needed OR reversed_at IS NOT NULL;
