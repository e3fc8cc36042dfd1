-- A return ends when its money goes back. If the refund fails, the return is open again, unless other goods have ended it.
CREATE OR REPLACE FUNCTION refunds_end_returns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE returns SET ended_at = CASE WHEN NEW.status <> 'failed' THEN coalesce(ended_at, now())
      ELSE coalesce(refused_at, (SELECT o.accepted_at FROM orders o WHERE o.id = exchange_id)) END
    WHERE id = NEW.return_id AND order_id = NEW.order_id;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER refunds_end_returns AFTER INSERT OR UPDATE OF status ON refunds FOR EACH ROW
WHEN (NEW.return_id IS NOT NULL) EXECUTE FUNCTION refunds_end_returns();

-- A return ends when the order that replaces its goods is accepted.
CREATE OR REPLACE FUNCTION orders_end_returns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE returns SET ended_at = coalesce(ended_at, now()) WHERE exchange_id = NEW.id;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER orders_end_returns AFTER UPDATE OF accepted_at ON orders FOR EACH ROW
WHEN (OLD.accepted_at IS NULL AND NEW.accepted_at IS NOT NULL) EXECUTE FUNCTION orders_end_returns();

-- If that order ends, nothing replaces the goods: the return is open again, unless its money has gone back.
CREATE OR REPLACE FUNCTION orders_reopen_returns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE returns r SET exchange_id = NULL, exchange_kobo = 0, ended_at = CASE
      WHEN EXISTS (SELECT FROM refunds f WHERE f.return_id = r.id AND f.status <> 'failed') THEN r.ended_at END
    WHERE r.exchange_id = NEW.id;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER orders_reopen_returns AFTER UPDATE OF status ON orders FOR EACH ROW
WHEN (NEW.status IN ('failed', 'cancelled')) EXECUTE FUNCTION orders_reopen_returns();
