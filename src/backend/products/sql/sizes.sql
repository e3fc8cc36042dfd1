-- These products, and the other sizes of their fragrances that have a page.
CREATE OR REPLACE FUNCTION sizes_with(ids text[]) RETURNS SETOF text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT unnest(ids)
  UNION
  SELECT other.id FROM products one CROSS JOIN LATERAL (
    SELECT few.id, count(*) OVER () AS together FROM (
      SELECT p.id FROM products p
      WHERE card_key(p.size_group, p.id) = card_key(one.size_group, one.id) AND p.status <> 'hidden' LIMIT 13
    ) AS few
  ) AS other
  WHERE one.id = ANY (ids) AND one.size_group IS NOT NULL AND together <= 12
$$;
