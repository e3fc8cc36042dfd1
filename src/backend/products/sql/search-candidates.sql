-- The words of the vocabulary that are worth a comparison with each typed word and each pair of neighbours. They share trigrams, begin
-- alike, have the same letters, or sound alike. U+10FFFF comes after every letter. PL/pgSQL keeps the plan.
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
