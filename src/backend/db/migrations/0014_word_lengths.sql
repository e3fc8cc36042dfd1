-- The words of a card have the length of its name, for the rank of what a search finds. They had the length of its former name: the words
-- are made anew before the lists are.
CREATE OR REPLACE FUNCTION refill_cards(firsts text[], gone text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM product_words WHERE product_id = ANY (firsts || gone);
  INSERT INTO product_words (word, product_id, weight, name_length)
    -- The inner query keeps the function's arguments plain, without which PostgreSQL does not inline it.
    SELECT w.word, p.card, max(w.weight), p.name_length
    FROM (
      SELECT l.product_id AS card, one.name, one.brand, length(first.name_key) AS name_length, product_words_of(one) AS others
      FROM listed_products l JOIN products first ON first.id = l.product_id JOIN products one ON one.id = ANY (l.size_ids)
      WHERE l.product_id = ANY (firsts) OFFSET 0
    ) p, search_words_of(p.name, p.brand, p.others) w
    GROUP BY w.word, p.card, p.name_length;
  INSERT INTO search_words (word, letters, sound)
    SELECT new.word, search_letters(new.word), search_sound(new.word)
    FROM (SELECT DISTINCT word FROM product_words WHERE product_id = ANY (firsts)) AS new
    WHERE NOT EXISTS (SELECT FROM search_words s WHERE s.word = new.word)
    ORDER BY new.word
    ON CONFLICT DO NOTHING;
END $$;
--> statement-breakpoint
UPDATE product_words w SET name_length = length(p.name_key) FROM products p
WHERE p.id = w.product_id AND w.name_length <> length(p.name_key);
