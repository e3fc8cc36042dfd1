-- The units of an order that have not come back one by one (unitsOut in tables.ts).
CREATE VIEW units_out AS (select i.order_id, coalesce(p.product_id, i.product_id) as product_id,
    sum((i.quantity - coalesce(back.units, 0)) * coalesce(p.quantity, 1))::int as quantity
  from order_items i left join order_parts p on p.order_id = i.order_id and p.position = i.position
  left join lateral (select sum(b.restocked + b.written_off)::int as units from units_back b
    where b.order_id = i.order_id and b.position = i.position) as back on true
  group by i.order_id, coalesce(p.product_id, i.product_id));
