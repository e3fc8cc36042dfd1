-- Bounds the refunds that are asked for or recorded here. A refund at Paystack is kept whatever its amount. The order is locked first,
-- so that the second of two refunds at once sees the first.
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
CREATE OR REPLACE TRIGGER refunds_within_payment BEFORE INSERT ON refunds FOR EACH ROW WHEN (NEW.intent IS NOT NULL)
EXECUTE FUNCTION refunds_within_payment();

-- The amount of a refund that was asked for or recorded here cannot change.
CREATE OR REPLACE TRIGGER refunds_keep_their_sum BEFORE UPDATE OF amount, currency, order_id ON refunds FOR EACH ROW
WHEN (OLD.intent IS NOT NULL AND (NEW.amount, NEW.currency, NEW.order_id) IS DISTINCT FROM (OLD.amount, OLD.currency, OLD.order_id))
EXECUTE FUNCTION refunds_within_payment();
