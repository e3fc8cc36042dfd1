-- A code, or the number of an order, as paper and voice carry it: its letters and digits in capitals, of any width, with 0 for O.
CREATE FUNCTION plain_code(typed text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT translate(upper(regexp_replace(normalize(typed, NFKC) COLLATE "C", '[^A-Za-z0-9]+', '', 'g')), 'O', '0')
$$;
--> statement-breakpoint
CREATE INDEX "promotion_codes_by_plain" ON "promotion_codes" USING btree (plain_code(code));
