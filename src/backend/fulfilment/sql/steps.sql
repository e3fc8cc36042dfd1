-- The goods of an accepted order are packed, shipped and delivered in this order, and returned once they were shipped. The lock of the
-- order lets a step be recorded only once, and again after it was taken back. The last step is taken back first.
CREATE OR REPLACE FUNCTION fulfilment_in_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before text := CASE NEW.step WHEN 'shipped' THEN 'packed' WHEN 'packed' THEN NULL ELSE 'shipped' END;
BEGIN
  PERFORM FROM orders WHERE id = NEW.order_id AND accepted_at IS NOT NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'order % is not accepted, so nothing of it is %', NEW.order_id, NEW.step USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.step = 'packed' AND NOT (SELECT may_be_packed(o) FROM orders o WHERE o.id = NEW.order_id) THEN
    RAISE EXCEPTION 'order % may not be packed', NEW.order_id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.about IS NOT NULL THEN
    IF NEW.step = 'taken-back' AND NEW.about IS DISTINCT FROM (SELECT max(id) FROM standing_steps WHERE order_id = NEW.order_id) THEN
      RAISE EXCEPTION 'step % of order % is not its last one', NEW.about, NEW.order_id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF before IS NOT NULL AND NOT EXISTS (SELECT FROM standing_steps WHERE order_id = NEW.order_id AND step = before) THEN
    RAISE EXCEPTION 'order % cannot be % before it is %', NEW.order_id, NEW.step, before USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.step <> 'shipped' AND EXISTS (SELECT FROM standing_steps WHERE order_id = NEW.order_id AND step = NEW.step) THEN
    RAISE EXCEPTION 'order % is % already', NEW.order_id, NEW.step USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER fulfilment_in_order BEFORE INSERT ON fulfilment_steps FOR EACH ROW EXECUTE FUNCTION fulfilment_in_order();

-- The orders to pack are a short list, however many orders there were. An order leaves it when its goods leave the shop or come
-- back into stock.
CREATE OR REPLACE FUNCTION goods_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE orders SET gone_at = NEW.at WHERE id = NEW.order_id AND gone_at IS NULL;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER fulfilment_goods_gone AFTER INSERT ON fulfilment_steps FOR EACH ROW WHEN (NEW.step = 'shipped')
EXECUTE FUNCTION goods_gone();
CREATE OR REPLACE TRIGGER restocks_goods_gone AFTER INSERT ON restocks FOR EACH ROW EXECUTE FUNCTION goods_gone();

-- The parcels on the way are a short list, too. An order leaves it when its goods arrive or come back.
CREATE OR REPLACE FUNCTION goods_arrived() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE orders SET arrived_at = NEW.at WHERE id = NEW.order_id AND arrived_at IS NULL;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER fulfilment_goods_arrived AFTER INSERT ON fulfilment_steps FOR EACH ROW
WHEN (NEW.step IN ('delivered', 'returned')) EXECUTE FUNCTION goods_arrived();

-- An order whose step is taken back returns to the short list that it was in.
CREATE OR REPLACE FUNCTION goods_taken_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE orders SET
    gone_at = (SELECT min(at) FROM (
      SELECT at FROM standing_steps WHERE order_id = NEW.order_id AND step = 'shipped'
      UNION ALL SELECT at FROM restocks WHERE order_id = NEW.order_id) AS gone),
    arrived_at = (SELECT min(at) FROM standing_steps WHERE order_id = NEW.order_id AND step IN ('delivered', 'returned'))
  WHERE id = NEW.order_id;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER fulfilment_taken_back AFTER INSERT ON fulfilment_steps FOR EACH ROW WHEN (NEW.step = 'taken-back')
EXECUTE FUNCTION goods_taken_back();
