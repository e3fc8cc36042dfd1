-- The cards, as domain/products/sizes.ts has them. If a group has more than twelve products, the file has a slip: each is a card.
-- A sample is never on a card with a bottle.
CREATE VIEW cards AS
SELECT card_key, (array_agg(id ORDER BY size_ml, id COLLATE "C"))[1] AS product_id,
  array_agg(id ORDER BY size_ml, id COLLATE "C") AS size_ids,
  (array_agg(created_at ORDER BY size_ml, id COLLATE "C"))[1] AS created_at,
  (array_agg(name_key ORDER BY size_ml, id COLLATE "C"))[1] AS name_key,
  coalesce(min(price_kobo) FILTER (WHERE in_stock), min(price_kobo)) AS price_kobo
FROM (
  SELECT p.id, p.size_ml, p.sample, p.created_at, p.name_key, p.price_kobo,
    card_key(p.size_group, p.id) AS card_key, is_listed(p) AS listed, s.on_hand > s.reserved AS in_stock,
    count(*) OVER card <= 12 AS together, bool_or(is_listed(p) AND p.sample IS NULL) OVER card AS has_bottle
  FROM products p LEFT JOIN stock s ON s.product_id = p.id
  WHERE p.status <> 'hidden'
  WINDOW card AS (PARTITION BY card_key(p.size_group, p.id))
) AS sizes
WHERE listed AND (NOT together OR sample IS NULL OR NOT has_bottle)
GROUP BY card_key, CASE WHEN NOT together THEN id END;
