-- Says which products a shopper sees in lists and searches. No other place does.
CREATE OR REPLACE FUNCTION is_listed(product products) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT product.status = 'shown'
$$;

CREATE OR REPLACE FUNCTION facets_of(product products) RETURNS TABLE (kind text, name text)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 'category', key FROM unnest(product.category_keys) AS key
  UNION SELECT 'tag', key FROM unnest(product.tag_keys) AS key
  UNION SELECT 'category name', value FROM unnest(product.categories) AS value
  UNION SELECT 'tag name', value FROM unnest(product.tags) AS value
  UNION SELECT 'brand', product.brand
$$;

-- Adds the listed ones of these products to the numbers of their facets, or takes them off (-1).
CREATE OR REPLACE FUNCTION count_listed(ids text[], sign int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE facets SET products = facets.products + sign * counted.products FROM (
    SELECT facet, count(*)::int AS products
    FROM listed_products l, unnest(l.category_ids || l.tag_ids || l.name_ids) AS facet
    WHERE l.product_id = ANY (ids) GROUP BY facet
  ) AS counted WHERE facets.id = counted.facet;
  UPDATE facets SET products = products + sign * (
    SELECT count(*)::int FROM listed_products WHERE product_id = ANY (ids)
  ) WHERE kind = 'all';
  INSERT INTO facet_pairs AS pair (category_id, tag_id, products)
    SELECT category, tag, sign * count(*)
    FROM listed_products l, unnest(l.category_ids) AS category, unnest(l.tag_ids) AS tag
    WHERE l.product_id = ANY (ids) GROUP BY category, tag
    ON CONFLICT (category_id, tag_id) DO UPDATE SET products = pair.products + excluded.products;
END $$;
