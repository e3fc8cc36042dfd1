-- The units of products, each once, whose stock an order moves.
CREATE VIEW order_units AS (select i.order_id, coalesce(p.product_id, i.product_id) as product_id,
    sum(i.quantity * coalesce(p.quantity, 1))::int as quantity
  from order_items i left join order_parts p on p.order_id = i.order_id and p.position = i.position
  group by i.order_id, coalesce(p.product_id, i.product_id));
