-- The text that finds a product beside its name and brand. A field that finds it (domain/products/product-fields.ts) is added here.
CREATE OR REPLACE FUNCTION product_words_of(product products) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT concat_ws(' ', array_to_string(product.tags, ' '), array_to_string(product.categories, ' '),
    (SELECT string_agg(note #>> '{}', ' ') FROM jsonb_path_query(product.notes, '$.*[*]') AS note))
$$;

-- Makes the words of cards again. A card is found by the words of all its sizes; a product that is not a card has no words. Words have
-- the length of the card's name, for the rank of what a search finds. It comes from the product: the list may still have a former name.
-- Words that no product has any more stay in search_words and do no harm.
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

CREATE OR REPLACE FUNCTION refill_words(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refill_cards(ARRAY(
    SELECT product_id FROM listed_products WHERE product_id = ANY (ids)
    UNION
    SELECT l.product_id FROM products p JOIN listed_products l ON l.card_key = card_key(p.size_group, p.id)
    WHERE p.id = ANY (ids) AND cardinality(l.size_ids) > 1), ids);
END $$;

-- By row, since a trigger by statement would run at every change. A transaction that changes many products sets turare.words to
-- 'later', and then makes all their words by one refill_words, which takes a fraction of the time.
CREATE OR REPLACE FUNCTION products_words_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('turare.words', true) = 'later' OR (OLD.name, OLD.brand, OLD.status, product_words_of(OLD))
    IS NOT DISTINCT FROM (NEW.name, NEW.brand, NEW.status, product_words_of(NEW)) THEN
    RETURN NULL;
  END IF;
  PERFORM refill_words(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER products_words_changed AFTER UPDATE ON products FOR EACH ROW
WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION products_words_changed();

-- Replaces a foreign key, whose check of every single word took most of an import's time.
CREATE OR REPLACE FUNCTION products_words_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM product_words WHERE product_id IN (SELECT id FROM removed);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER products_words_removed AFTER DELETE ON products
REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION products_words_removed();
