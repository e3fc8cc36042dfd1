-- Plain words with single spaces, without case, accents or apostrophes. Arabic loses its vowel signs, its stretching stroke and its
-- article. Each emoji is a word.
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

-- A word's letters in order: 'opuim' and 'opium' agree.
CREATE OR REPLACE FUNCTION search_letters(word text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(letter, '' ORDER BY letter COLLATE "C"), '')
  FROM string_to_table(word, NULL) AS letter
$$;

-- How a word is heard, by the rules of Latin letters; '' for another script.
CREATE OR REPLACE FUNCTION search_sound(word text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN word ~ '^[a-z0-9]+$' THEN dmetaphone(word) ELSE '' END
$$;

-- The words that find a product: those of its name, neighbours written together ('tomford', 'missdior'), brand and fragrance without
-- spaces, what follows an apostrophe ('interdit' of 'L'Interdit'), and the initials of the brand ('ysl'). Notes, tags and categories
-- count less.
CREATE OR REPLACE FUNCTION search_words_of(name text, brand text, others text)
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
