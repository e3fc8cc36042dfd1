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
CREATE FUNCTION refill_words(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM product_words WHERE product_id = ANY (ids);
  INSERT INTO product_words (word, product_id, weight)
    -- The inner query keeps the function's arguments plain, without which PostgreSQL does not inline it.
    SELECT w.word, p.id, w.weight
    FROM (
      SELECT id, name, brand, concat_ws(' ', array_to_string(tags, ' '), array_to_string(categories, ' '),
        (SELECT string_agg(note #>> '{}', ' ') FROM jsonb_path_query(notes, '$.*[*]') AS note)) AS others
      FROM products WHERE id = ANY (ids) OFFSET 0
    ) p, search_words_of(p.name, p.brand, p.others) w;
  INSERT INTO search_words (word, letters, sound)
    SELECT new.word, search_letters(new.word), dmetaphone(new.word)
    FROM (SELECT DISTINCT word FROM product_words WHERE product_id = ANY (ids)) AS new
    WHERE NOT EXISTS (SELECT FROM search_words s WHERE s.word = new.word)
    ORDER BY new.word
    ON CONFLICT DO NOTHING;
END $$;
--> statement-breakpoint
CREATE FUNCTION products_words_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refill_words(ARRAY(SELECT id FROM added));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_words_added AFTER INSERT ON products
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION products_words_added();
--> statement-breakpoint
-- By row, since a trigger by statement would run at every change of stock.
CREATE FUNCTION products_words_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refill_words(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_words_changed AFTER UPDATE OF name, brand, categories, tags, notes ON products
FOR EACH ROW EXECUTE FUNCTION products_words_changed();
--> statement-breakpoint
-- In place of a foreign key, whose check of every single word took most of an import's time.
CREATE FUNCTION products_words_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM product_words WHERE product_id IN (SELECT id FROM removed);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_words_removed AFTER DELETE ON products
REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION products_words_removed();
--> statement-breakpoint
CREATE INDEX search_words_like ON search_words USING gin (word gin_trgm_ops) WITH (fastupdate = off);
--> statement-breakpoint
CREATE INDEX search_words_prefix ON search_words (word COLLATE "C");
--> statement-breakpoint
CREATE INDEX search_words_letters ON search_words (letters);
--> statement-breakpoint
CREATE INDEX search_words_sound ON search_words (sound COLLATE "C");
--> statement-breakpoint

-- Words of names alone, most of what a search reads.
CREATE INDEX product_words_named ON product_words (word, product_id) INCLUDE (weight) WHERE weight > 0.5;
--> statement-breakpoint

-- Words of the vocabulary worth a comparison with each typed word and each pair of neighbours: what shares
-- trigrams, begins alike, has the same letters, or sounds alike. In PL/pgSQL, which keeps its plan.
CREATE FUNCTION search_candidates(typed text, token_limit int)
RETURNS TABLE (first int, last int, token text, word text, trigrams float8, sounds_alike boolean)
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY
  WITH tokens AS (
    SELECT t.n::int AS n, left(t.word, 40) AS word
    FROM regexp_split_to_table(search_normal(typed), ' ') WITH ORDINALITY AS t(word, n)
    WHERE t.word <> '' AND t.n <= token_limit
  ), spans AS (
    SELECT a.n AS first, a.n AS last, a.word FROM tokens a
    UNION ALL
    SELECT a.n, b.n, a.word || b.word FROM tokens a JOIN tokens b ON b.n = a.n + 1
  ), keyed AS MATERIALIZED (
    SELECT s.*, dmetaphone(s.word) AS sound, search_letters(s.word) AS letters, length(s.word) AS length
    FROM spans s
  )
  SELECT k.first, k.last, k.word, w.word,
    coalesce(similarity(k.word, w.word), 0)::float8,
    coalesce(length(k.sound) > 1 AND starts_with(w.sound, k.sound), false)
  FROM keyed k LEFT JOIN LATERAL (
    SELECT s.word, s.sound FROM search_words s WHERE k.length > 2 AND s.word % k.word
    UNION
    SELECT s.word, s.sound FROM search_words s
      WHERE s.word COLLATE "C" >= k.word AND s.word COLLATE "C" < k.word || '~'
        AND (k.length > 1 OR s.word = k.word)
    UNION
    SELECT s.word, s.sound FROM search_words s WHERE k.length > 2 AND s.letters = k.letters
    UNION
    SELECT s.word, s.sound FROM search_words s
      WHERE length(k.sound) > 1 AND s.sound COLLATE "C" >= k.sound AND s.sound COLLATE "C" < k.sound || '~'
        AND length(s.word) BETWEEN k.length - 2 AND k.length + 2
  ) w ON true;
END $$;
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
