-- Every product has a row in stock. A writer that knows its stock writes the row itself, in the same statement.
CREATE OR REPLACE FUNCTION products_stocked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stock (product_id) SELECT id FROM added ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER products_stocked AFTER INSERT ON products
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION products_stocked();

CREATE OR REPLACE FUNCTION stock_opened() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stock_movements (product_id, kind, on_hand, reserved, sold)
    SELECT product_id, 'opening', on_hand, reserved, sold_count FROM added;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER stock_opened AFTER INSERT ON stock
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION stock_opened();

-- Every change of stock has a row in stock_movements. orders/stock.ts sets turare.order in its transaction; all other changes are the
-- merchant's. Units that came back name their order in return_of, so that the units that an order took off the stock stay as they were.
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
CREATE OR REPLACE TRIGGER stock_moved AFTER UPDATE ON stock
REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION stock_moved();

CREATE OR REPLACE FUNCTION stock_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM stock_movements WHERE product_id IN (SELECT product_id FROM removed);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER stock_closed AFTER DELETE ON stock
REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION stock_closed();
