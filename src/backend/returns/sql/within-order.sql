-- Nobody returns more than the order has. A request that was refused before anything arrived frees its units. The order is locked, so that
-- the second of two requests at once sees the first.
CREATE OR REPLACE FUNCTION return_lines_within_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  has int;
  asked int;
BEGIN
  PERFORM FROM orders WHERE id = NEW.order_id FOR NO KEY UPDATE;
  SELECT i.quantity INTO has FROM order_items i WHERE i.order_id = NEW.order_id AND i.position = NEW.position;
  SELECT coalesce(sum(coalesce(l.received, l.quantity)), 0) INTO asked
    FROM return_lines l JOIN returns r ON r.id = l.return_id
    WHERE l.order_id = NEW.order_id AND l.position = NEW.position AND l.return_id <> NEW.return_id
      AND (r.refused_at IS NULL OR r.received_at IS NOT NULL);
  IF asked + coalesce(NEW.received, NEW.quantity) > has
    OR NOT EXISTS (SELECT FROM returns r WHERE r.id = NEW.return_id AND r.order_id = NEW.order_id) THEN
    RAISE EXCEPTION 'line % of order % has % units, and % of them are asked for', NEW.position, NEW.order_id, has, asked
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER return_lines_within_order BEFORE INSERT OR UPDATE ON return_lines FOR EACH ROW
EXECUTE FUNCTION return_lines_within_order();
