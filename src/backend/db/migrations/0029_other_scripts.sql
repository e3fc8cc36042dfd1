-- Written by hand. A search reads every script: Arabic without its vowel signs, its stretching stroke and its article, Cyrillic, and each emoji
-- as a word of its own. Before, all but a to z and digits was dropped, so that a name in Arabic was found by nothing.
CREATE OR REPLACE FUNCTION search_normal(value text) RETURNS text LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(regexp_replace(regexp_replace(
    -- Letters that are written for each other, and apostrophes, which do not part a word.
    translate(
      -- Signs above and below letters. Without them the forms of alef are one letter.
      lower(unaccent(regexp_replace(normalize(value, NFD), '[\u0300-\u036f\u0483-\u0487\u0640\u064b-\u065f\u0670]+', '', 'g'))),
      'ىیکةٱ''’‘`´ʼ', 'ييكها'),
    '([\u2600-\u27bf\U0001f000-\U0001faff])', ' \1 ', 'g'),
    '[^[:alnum:]\u2600-\u27bf\U0001f000-\U0001faff]+', ' ', 'g'),
    '(^| )ال(?=[^ ]{3})', '\1', 'g'))
$$;
--> statement-breakpoint

-- How a word is heard, by the rules of Latin letters; '' for another script.
CREATE FUNCTION search_sound(word text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN word ~ '^[a-z0-9]+$' THEN dmetaphone(word) ELSE '' END
$$;
--> statement-breakpoint

CREATE OR REPLACE FUNCTION refill_words(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM product_words WHERE product_id = ANY (ids);
  INSERT INTO product_words (word, product_id, weight, name_length)
    -- The inner query keeps the function's arguments plain, without which PostgreSQL does not inline it.
    SELECT w.word, p.id, w.weight, p.name_length
    FROM (
      SELECT id, name, brand, length(name_key) AS name_length,
        concat_ws(' ', array_to_string(tags, ' '), array_to_string(categories, ' '),
          (SELECT string_agg(note #>> '{}', ' ') FROM jsonb_path_query(notes, '$.*[*]') AS note)) AS others
      FROM products WHERE id = ANY (ids) AND is_listed(products) OFFSET 0
    ) p, search_words_of(p.name, p.brand, p.others) w;
  INSERT INTO search_words (word, letters, sound)
    SELECT new.word, search_letters(new.word), search_sound(new.word)
    FROM (SELECT DISTINCT word FROM product_words WHERE product_id = ANY (ids)) AS new
    WHERE NOT EXISTS (SELECT FROM search_words s WHERE s.word = new.word)
    ORDER BY new.word
    ON CONFLICT DO NOTHING;
END $$;
--> statement-breakpoint

-- As before, but that a beginning in any script is found by what goes on from it: U+10FFFF comes after every letter.
CREATE OR REPLACE FUNCTION search_candidates(typed text, token_limit int)
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
    SELECT s.*, search_sound(s.word) AS sound, search_letters(s.word) AS letters, length(s.word) AS length
    FROM spans s
  )
  SELECT k.first, k.last, k.word, w.word,
    coalesce(similarity(k.word, w.word), 0)::float8,
    coalesce(length(k.sound) > 1 AND starts_with(w.sound, k.sound), false)
  FROM keyed k LEFT JOIN LATERAL (
    SELECT s.word, s.sound FROM search_words s WHERE k.length > 2 AND s.word % k.word
    UNION
    SELECT s.word, s.sound FROM search_words s
      WHERE s.word COLLATE "C" >= k.word AND s.word COLLATE "C" < k.word || U&'\+10FFFF'
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

SELECT refill_words(ARRAY(
  SELECT id FROM products WHERE concat_ws(' ', name, brand, array_to_string(tags, ' '), array_to_string(categories, ' '), notes::text) ~ '[^\u0001-\u007f]'));
--> statement-breakpoint
UPDATE order_search s SET key = order_search_key(o) FROM orders o WHERE o.id = s.order_id AND order_search_key(o) <> s.key;
