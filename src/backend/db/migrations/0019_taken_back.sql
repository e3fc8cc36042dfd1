DROP INDEX "fulfilment_once";--> statement-breakpoint
ALTER TABLE "fulfilment_steps" ADD COLUMN "about" bigint;--> statement-breakpoint
ALTER TABLE "fulfilment_steps" ADD CONSTRAINT "fulfilment_steps_about_fulfilment_steps_id_fk" FOREIGN KEY ("about") REFERENCES "public"."fulfilment_steps"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "fulfilment_about_once" ON "fulfilment_steps" USING btree ("about","step") WHERE about is not null;--> statement-breakpoint

-- From here on written by hand: what drizzle-kit does not know.

-- A step that was a mistake is not deleted: a row says who took it back, and when. The steps that were not taken back stand.
CREATE VIEW standing_steps AS
SELECT f.* FROM fulfilment_steps f
WHERE f.about IS NULL AND NOT EXISTS (SELECT FROM fulfilment_steps b WHERE b.about = f.id AND b.step = 'taken-back');
--> statement-breakpoint
-- The goods of a paid order, as before, by the steps that stand. The lock of the order does what an index did: a step is recorded
-- once, and can be recorded again after it was taken back. The last step is taken back first.
CREATE OR REPLACE FUNCTION fulfilment_in_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before text := CASE NEW.step WHEN 'shipped' THEN 'packed' WHEN 'packed' THEN NULL ELSE 'shipped' END;
BEGIN
  PERFORM FROM orders WHERE id = NEW.order_id AND status = 'paid' FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'order % is not paid, so nothing of it is %', NEW.order_id, NEW.step USING ERRCODE = 'check_violation';
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
--> statement-breakpoint
-- An order whose step is taken back returns to the short list that it was in.
CREATE FUNCTION goods_taken_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE orders SET
    gone_at = (SELECT min(at) FROM (
      SELECT at FROM standing_steps WHERE order_id = NEW.order_id AND step = 'shipped'
      UNION ALL SELECT at FROM restocks WHERE order_id = NEW.order_id) AS gone),
    arrived_at = (SELECT min(at) FROM standing_steps WHERE order_id = NEW.order_id AND step IN ('delivered', 'returned'))
  WHERE id = NEW.order_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER fulfilment_taken_back AFTER INSERT ON fulfilment_steps FOR EACH ROW WHEN (NEW.step = 'taken-back')
EXECUTE FUNCTION goods_taken_back();
