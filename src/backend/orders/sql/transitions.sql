-- The only transitions of an order: pending -> paid | failed | cancelled, failed | cancelled -> paid, and paid -> cancelled with
-- its money due for a refund. Accepted is for ever.
CREATE OR REPLACE FUNCTION orders_check_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.status <> 'pending' THEN
      RAISE EXCEPTION 'an order begins as pending, not %', NEW.status USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF NEW.reference <> OLD.reference OR NEW.total_kobo <> OLD.total_kobo OR NEW.fee_kobo <> OLD.fee_kobo THEN
    RAISE EXCEPTION 'reference and sums of order % are fixed', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.status <> OLD.status AND NOT (
    OLD.status = 'pending' OR (OLD.status IN ('failed', 'cancelled') AND NEW.status = 'paid')
    OR (OLD.status = 'paid' AND NEW.status = 'cancelled' AND NEW.refund_needed)
  ) THEN
    RAISE EXCEPTION 'order % cannot go from % to %', OLD.id, OLD.status, NEW.status
      USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.accepted_at IS NOT NULL AND NEW.accepted_at IS DISTINCT FROM OLD.accepted_at THEN
    RAISE EXCEPTION 'order % stays accepted', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER orders_transitions BEFORE INSERT OR UPDATE ON orders
FOR EACH ROW EXECUTE FUNCTION orders_check_transition();
