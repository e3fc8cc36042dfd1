import { sql } from 'drizzle-orm';
import type { AuditRule } from './rule.ts';

/** The rules of the tables for lists and searches (decision 28). */
export const LISTING_RULES: readonly AuditRule[] = [
  {
    name: 'lists show what the products are',
    query: sql`with shown as (
        select c.product_id as id, (c.card_key, c.size_ids, c.created_at, c.price_kobo, c.name_key)::text as fields,
          array(select distinct f.kind || ' ' || f.name from products p, facets_of(p) f where p.id = any(c.size_ids) order by 1) as facets
        from cards c
      ), kept as (
        select l.product_id as id, (l.card_key, l.size_ids, l.created_at, l.price_kobo, l.name_key)::text as fields,
          array(select f.kind || ' ' || f.name from facets f
            where f.id = any(l.category_ids || l.tag_ids || l.name_ids) order by 1) as facets
        from listed_products l
      )
      select format('Product %s is %s', id, case when k.fields is null then 'in no list' when s.fields is null then
        'in lists, and must not be' else 'listed with earlier values' end) as violation
      from shown s full join kept k using (id)
      where (s.fields, s.facets) is distinct from (k.fields, k.facets)`,
  },
  {
    name: 'lists are as long as they say',
    query: sql`with counted as (
        select facet as id, count(*) as products
        from listed_products l, unnest(l.category_ids || l.tag_ids || l.name_ids) as facet group by facet
        union all select f.id, count(l.product_id) from facets f left join listed_products l on true where f.kind = 'all' group by f.id
      )
      select format('The %s ''%s'' counts %s products, but has %s', f.kind, f.name, f.products, coalesce(c.products, 0)) as violation
      from facets f left join counted c using (id) where f.products <> coalesce(c.products, 0)`,
  },
  {
    name: 'lists by category and tag are as long as they say',
    query: sql`with counted as (
        select category as category_id, tag as tag_id, count(*) as products
        from listed_products l, unnest(l.category_ids) as category, unnest(l.tag_ids) as tag group by category, tag
      )
      select format('The category ''%s'' with the tag ''%s'' counts %s products, but has %s', category.name, tag.name,
        coalesce(p.products, 0), coalesce(c.products, 0)) as violation
      from facet_pairs p full join counted c using (category_id, tag_id)
        join facets category on category.id = category_id join facets tag on tag.id = tag_id
      where coalesce(p.products, 0) <> coalesce(c.products, 0)`,
  },
  {
    name: 'the order by sales has what lists have',
    query: sql`select format('Product %s is %s by sales alone', s.product_id, case when s.listed then 'listed' else 'not listed' end) as violation
      from stock s where s.listed <> exists (select from listed_products l where l.product_id = s.product_id)`,
  },
  {
    name: 'searches find what lists show',
    query: sql`select format('Product %s is found by searches, and in no list', id) as violation
      from (select product_id as id from product_words except select product_id from listed_products) as found
      union all
      select format('Product %s is in lists, and found by no search', l.product_id)
      from listed_products l where l.name_key <> '' and search_normal(l.name_key) <> ''
        and not exists (select from product_words w where w.product_id = l.product_id)`,
  },
  {
    name: 'searches rank by the names that lists show',
    query: sql`select distinct format('Product %s has a name of %s characters, and is ranked by one of %s', l.product_id,
        length(l.name_key), w.name_length) as violation
      from listed_products l join product_words w using (product_id) where w.name_length <> length(l.name_key)`,
  },
];
