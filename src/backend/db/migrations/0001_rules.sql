-- Written by hand: what drizzle-kit cannot say.

CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;
--> statement-breakpoint

-- How two spellings of a category, house or tag are compared: without case and accents.
CREATE FUNCTION match_key(value text) RETURNS text LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  SELECT lower(unaccent(btrim(value)))
$$;
--> statement-breakpoint

-- Plain words with single spaces: no case, accents or apostrophes.
CREATE FUNCTION search_normal(value text) RETURNS text LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(
    translate(lower(unaccent(value)), '''’‘`´ʼ', ''),
    '[^a-z0-9]+', ' ', 'g'))
$$;
--> statement-breakpoint

-- A word's letters in order: 'opuim' and 'opium' agree.
CREATE FUNCTION search_letters(word text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(letter, '' ORDER BY letter COLLATE "C"), '')
  FROM string_to_table(word, NULL) AS letter
$$;
--> statement-breakpoint

-- The words that find a product. Beside the words of its name stand neighbours written together
-- ('tomford', 'missdior'), house and fragrance without spaces, what follows an apostrophe
-- ('interdit' of 'L'Interdit'), and the initials of the house ('ysl'). Notes, tags and categories count less.
CREATE FUNCTION search_words_of(name text, brand text, others text)
RETURNS TABLE (word text, weight real) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH named AS (
    SELECT t.word, t.n FROM regexp_split_to_table(search_normal(name), ' ') WITH ORDINALITY AS t(word, n)
  ), housed AS (
    SELECT t.word, t.n FROM regexp_split_to_table(search_normal(brand), ' ') WITH ORDINALITY AS t(word, n)
  ), forms AS (
    SELECT n.word, 1.0 AS weight FROM named n
    UNION ALL SELECT h.word, 1.0 FROM housed h
    UNION ALL SELECT search_normal(m.part[1]), 0.95 FROM regexp_matches(name, '[''’]([[:alpha:]]{3,})', 'g') AS m(part)
    UNION ALL SELECT a.word || b.word, 1.0 FROM named a JOIN named b ON b.n = a.n + 1
    UNION ALL SELECT string_agg(h.word, '' ORDER BY h.n), 1.0 FROM housed h
    UNION ALL SELECT replace(search_normal(
      CASE WHEN name LIKE brand || ' %' THEN substr(name, length(brand) + 2) ELSE name END), ' ', ''), 1.0
    UNION ALL SELECT string_agg(left(h.word, 1), '' ORDER BY h.n), 0.95 FROM housed h HAVING count(*) > 1
    UNION ALL SELECT o.word, 0.5 FROM regexp_split_to_table(search_normal(others), ' ') AS o(word)
  )
  SELECT f.word, max(f.weight)::real FROM forms f
  WHERE f.word <> '' AND length(f.word) <= 60 GROUP BY f.word
$$;
--> statement-breakpoint

CREATE FUNCTION products_fill_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.name_key := match_key(NEW.name);
  NEW.category_keys := ARRAY(
    SELECT DISTINCT match_key(value) FROM unnest(NEW.categories || NEW.brand) AS value WHERE value <> '');
  NEW.tag_keys := ARRAY(SELECT DISTINCT match_key(value) FROM unnest(NEW.tags) AS value);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_keys BEFORE INSERT OR UPDATE OF name, brand, categories, tags ON products
FOR EACH ROW EXECUTE FUNCTION products_fill_keys();
--> statement-breakpoint

-- Words that no product has any more stay in search_words: they lead nowhere and do no harm.
CREATE FUNCTION products_fill_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM product_words WHERE product_id = NEW.id;
  END IF;
  INSERT INTO product_words (word, product_id, weight)
    SELECT w.word, NEW.id, w.weight FROM search_words_of(NEW.name, NEW.brand, concat_ws(' ',
      array_to_string(NEW.tags, ' '), array_to_string(NEW.categories, ' '),
      (SELECT string_agg(note #>> '{}', ' ') FROM jsonb_path_query(NEW.notes, '$.*[*]') AS note))) w;
  INSERT INTO search_words (word, letters, sound)
    SELECT w.word, search_letters(w.word), dmetaphone(w.word)
    FROM product_words w
    WHERE w.product_id = NEW.id AND NOT EXISTS (SELECT FROM search_words s WHERE s.word = w.word)
    ORDER BY w.word
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_words AFTER INSERT OR UPDATE OF name, brand, categories, tags, notes ON products
FOR EACH ROW EXECUTE FUNCTION products_fill_words();
--> statement-breakpoint
CREATE INDEX search_words_like ON search_words USING gin (word gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX search_words_prefix ON search_words (word COLLATE "C");
--> statement-breakpoint
CREATE INDEX search_words_letters ON search_words (letters);
--> statement-breakpoint
CREATE INDEX search_words_sound ON search_words (sound COLLATE "C");
--> statement-breakpoint

-- A row for each statement that changes what the pages show; sold_count is no such thing.
CREATE FUNCTION catalogue_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_changes DEFAULT VALUES;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_changed AFTER INSERT OR DELETE OR UPDATE OF
  name, brand, price_kobo, discount_type, discount_amount, discount_expires_at, description, tags,
  categories, notes, concentration, size_ml, stock, ratings, num_reviews, created_at
ON products FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
--> statement-breakpoint
CREATE TRIGGER product_pictures_changed AFTER INSERT OR DELETE OR UPDATE
ON product_pictures FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
--> statement-breakpoint

-- Steps of an order: pending -> paid | failed | cancelled, failed | cancelled -> paid, and no other.
CREATE FUNCTION orders_check_step() RETURNS trigger LANGUAGE plpgsql AS $$
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
  ) THEN
    RAISE EXCEPTION 'order % cannot go from % to %', OLD.id, OLD.status, NEW.status
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_steps BEFORE INSERT OR UPDATE ON orders
FOR EACH ROW EXECUTE FUNCTION orders_check_step();
