-- Rows of these tables are only added. The log of the staff cannot be emptied at once either.

CREATE OR REPLACE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;
CREATE OR REPLACE TRIGGER fulfilment_append_only BEFORE UPDATE OR DELETE ON fulfilment_steps
FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE OR REPLACE TRIGGER staff_actions_append_only BEFORE UPDATE OR DELETE ON staff_actions
FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE OR REPLACE TRIGGER staff_actions_never_emptied BEFORE TRUNCATE ON staff_actions
FOR EACH STATEMENT EXECUTE FUNCTION append_only();
