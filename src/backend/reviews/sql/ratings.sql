-- The reviews on the page of a product: those of all sizes of its fragrance, and only the newest of each customer.
CREATE OR REPLACE FUNCTION reviews_of(product products) RETURNS SETOF reviews LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT * FROM (
    SELECT DISTINCT ON (coalesce(r.account_id, r.id)) r.* FROM reviews r
    WHERE r.product_id IN (SELECT sizes_with(ARRAY[product.id])) AND (product.status <> 'hidden' OR r.product_id = product.id)
    ORDER BY coalesce(r.account_id, r.id), r.created_at DESC, r.id DESC
  ) AS newest WHERE hidden_at IS NULL
$$;

CREATE OR REPLACE FUNCTION rate_products(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products SET num_reviews = now_has.count, ratings = now_has.average
    FROM (
      SELECT p.id, count(r.rating)::int AS count, coalesce(avg(r.rating), 0)::real AS average
      FROM products p LEFT JOIN LATERAL reviews_of(p) r ON true WHERE p.id = ANY (ids) GROUP BY p.id
    ) AS now_has
    WHERE products.id = now_has.id
      AND (products.num_reviews, products.ratings) IS DISTINCT FROM (now_has.count, now_has.average);
END $$;
