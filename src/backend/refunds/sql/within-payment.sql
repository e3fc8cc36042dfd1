-- Bounds the refunds that are asked for or recorded here. A refund at the provider is kept whatever its amount. Order and payment are locked first,
-- so that the second of two refunds at once sees the first.
CREATE OR REPLACE FUNCTION refunds_within_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paid bigint;
  rest bigint;
BEGIN
  PERFORM FROM orders WHERE id = NEW.order_id FOR NO KEY UPDATE;
  PERFORM FROM payments WHERE reference = NEW.payment FOR NO KEY UPDATE;
  SELECT m.received, m.remaining INTO paid, rest FROM payment_money m
    WHERE m.reference = NEW.payment AND m.currency = NEW.currency;
  IF TG_OP = 'UPDATE' OR NEW.amount <= 0 OR paid IS NULL OR NEW.amount > rest THEN
    RAISE EXCEPTION 'payment % brought %, and refunds of % leave no % to pay back', NEW.payment, paid, paid - rest,
      NEW.amount USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER refunds_within_payment BEFORE INSERT ON refunds FOR EACH ROW WHEN (NEW.intent IS NOT NULL)
EXECUTE FUNCTION refunds_within_payment();

-- The amount of a refund that was asked for or recorded here cannot change.
CREATE OR REPLACE TRIGGER refunds_keep_their_sum BEFORE UPDATE OF amount, currency, payment ON refunds FOR EACH ROW
WHEN (OLD.intent IS NOT NULL AND (NEW.amount, NEW.currency, NEW.payment) IS DISTINCT FROM (OLD.amount, OLD.currency, OLD.payment))
EXECUTE FUNCTION refunds_within_payment();
