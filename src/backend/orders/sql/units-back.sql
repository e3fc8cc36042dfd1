-- Units come back once: no more than the line has, and none one by one after the whole order is back in stock. The order is locked, so
-- that the second of two at once sees the first.
CREATE OR REPLACE FUNCTION units_back_within_line() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  has int;
  back int;
BEGIN
  PERFORM FROM orders WHERE id = NEW.order_id FOR NO KEY UPDATE;
  SELECT i.quantity INTO has FROM order_items i WHERE i.order_id = NEW.order_id AND i.position = NEW.position;
  SELECT coalesce(sum(b.restocked + b.written_off), 0) INTO back FROM units_back b
    WHERE b.order_id = NEW.order_id AND b.position = NEW.position;
  IF TG_OP = 'UPDATE' OR back + NEW.restocked + NEW.written_off > has
    OR EXISTS (SELECT FROM restocks r WHERE r.order_id = NEW.order_id) THEN
    RAISE EXCEPTION 'line % of order % has % units, and % of them came back before', NEW.position, NEW.order_id, has, back
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER units_back_within_line BEFORE INSERT OR UPDATE ON units_back FOR EACH ROW
EXECUTE FUNCTION units_back_within_line();
