-- Built pages show a label of the units on hand ('In Stock' above ten, 'Only n left', 'OUT OF STOCK'). Reservations for unpaid orders
-- come and go. The page asks for them itself, so they rebuild nothing.
CREATE OR REPLACE FUNCTION stock_shown() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.shown_at := now();
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER stock_shown BEFORE UPDATE OF on_hand ON stock FOR EACH ROW
WHEN (least(OLD.on_hand, 11) <> least(NEW.on_hand, 11)) EXECUTE FUNCTION stock_shown();

-- A set has the label of its parts. If it has several units of a part, they are counted in sets.
CREATE OR REPLACE FUNCTION stock_label_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT product_id, least(on_hand, 11) FROM before EXCEPT SELECT product_id, least(on_hand, 11) FROM after
  ) OR EXISTS (
    SELECT s.set_id, s.part_id, least(b.on_hand / s.quantity, 11) FROM set_parts s JOIN before b ON b.product_id = s.part_id
    WHERE s.quantity > 1
    EXCEPT SELECT s.set_id, s.part_id, least(a.on_hand / s.quantity, 11) FROM set_parts s JOIN after a ON a.product_id = s.part_id
  ) THEN
    INSERT INTO catalogue_changes DEFAULT VALUES;
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER stock_label_changed AFTER UPDATE ON stock
REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION stock_label_changed();
