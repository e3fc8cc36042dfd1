CREATE TABLE "fulfilment_steps" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"step" text NOT NULL,
	"courier" text,
	"tracking_number" text,
	"recorded_by" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "restocks" (
	"order_id" text PRIMARY KEY NOT NULL,
	"recorded_by" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_actions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"recorded_by" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "blocked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "intent" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "mark" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "paystack_id" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "requested_by" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "restock" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "next_try_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "refusal" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "hidden_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "return_of" text;--> statement-breakpoint
ALTER TABLE "fulfilment_steps" ADD CONSTRAINT "fulfilment_steps_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "restocks" ADD CONSTRAINT "restocks_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fulfilment_by_order" ON "fulfilment_steps" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "fulfilment_once" ON "fulfilment_steps" USING btree ("order_id","step") WHERE step <> 'shipped';--> statement-breakpoint
CREATE INDEX "staff_actions_by_subject" ON "staff_actions" USING btree ("subject");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_requested_once" ON "refunds" USING btree ("order_id","intent") WHERE status = 'requested';--> statement-breakpoint
CREATE INDEX "refunds_to_try" ON "refunds" USING btree ("next_try_at") WHERE next_try_at is not null;--> statement-breakpoint
CREATE INDEX "stock_movements_by_return" ON "stock_movements" USING btree ("return_of") WHERE return_of is not null;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_mark_unique" UNIQUE("mark");--> statement-breakpoint

-- From here on written by hand. News of a refund at Paystack is kept whatever it says; only what is asked for here is bounded.
CREATE FUNCTION refunds_within_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paid bigint;
  paid_back bigint;
BEGIN
  SELECT paid_amount INTO paid FROM orders WHERE id = NEW.order_id AND paid_currency = NEW.currency;
  SELECT coalesce(sum(amount), 0) INTO paid_back FROM refunds
    WHERE order_id = NEW.order_id AND currency = NEW.currency AND status <> 'failed';
  IF NEW.amount <= 0 OR paid IS NULL OR paid_back + NEW.amount > paid THEN
    RAISE EXCEPTION 'order % was paid with %, and refunds of % leave no % to pay back', NEW.order_id, paid, paid_back,
      NEW.amount USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER refunds_within_payment BEFORE INSERT ON refunds FOR EACH ROW WHEN (NEW.intent IS NOT NULL)
EXECUTE FUNCTION refunds_within_payment();
--> statement-breakpoint

CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER fulfilment_append_only BEFORE UPDATE OR DELETE ON fulfilment_steps
FOR EACH ROW EXECUTE FUNCTION append_only();
--> statement-breakpoint
CREATE TRIGGER staff_actions_append_only BEFORE UPDATE OR DELETE ON staff_actions
FOR EACH ROW EXECUTE FUNCTION append_only();
--> statement-breakpoint

-- The goods of a paid order: packed -> shipped -> delivered, and returned once they were shipped.
CREATE FUNCTION fulfilment_in_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before text := CASE NEW.step WHEN 'shipped' THEN 'packed' WHEN 'packed' THEN NULL ELSE 'shipped' END;
BEGIN
  IF NOT EXISTS (SELECT FROM orders WHERE id = NEW.order_id AND status = 'paid') THEN
    RAISE EXCEPTION 'order % is not paid, so nothing of it is %', NEW.order_id, NEW.step USING ERRCODE = 'check_violation';
  END IF;
  IF before IS NOT NULL AND NOT EXISTS (SELECT FROM fulfilment_steps WHERE order_id = NEW.order_id AND step = before) THEN
    RAISE EXCEPTION 'order % cannot be % before it is %', NEW.order_id, NEW.step, before USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER fulfilment_in_order BEFORE INSERT ON fulfilment_steps FOR EACH ROW EXECUTE FUNCTION fulfilment_in_order();
--> statement-breakpoint

-- Units that came back name their order in return_of: what an order took off the stock stays as it was.
CREATE OR REPLACE FUNCTION stock_moved() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  returned_of text := nullif(current_setting('turare.return_of', true), '');
  of_order text := CASE WHEN returned_of IS NULL THEN nullif(current_setting('turare.order', true), '') END;
BEGIN
  INSERT INTO stock_movements (product_id, kind, order_id, return_of, on_hand, reserved, sold)
    SELECT product_id,
      CASE WHEN returned_of IS NOT NULL THEN 'return' WHEN of_order IS NULL THEN 'correction' ELSE 'order' END,
      of_order, returned_of, a.on_hand - b.on_hand, a.reserved - b.reserved, a.sold_count - b.sold_count
    FROM after a JOIN before b USING (product_id)
    WHERE (a.on_hand, a.reserved, a.sold_count) <> (b.on_hand, b.reserved, b.sold_count);
  RETURN NULL;
END $$;
