import { type SQL, sql } from 'drizzle-orm';

/** A text column as JSON. */
const json = (value: SQL) => sql`to_json(${value})::text`;
/** A time as toISOString writes it, cut to milliseconds. */
const time = (value: SQL) =>
  sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
/** A moment as a constant: the statement that declares a cursor takes no parameters of unknown types. */
const instant = (moment: Date) => sql.raw(`'${moment.toISOString()}'::timestamptz`);
const optional = (present: SQL, name: string, value: SQL) =>
  sql`case when ${present} then ${sql.raw(`',"${name}":'`)} || ${value} else '' end`;

/**
 * Every product that has a page as a line of JSON at `now`, in the column `line`: newest first, ties by id. PostgreSQL
 * writes the lines, so the API makes no objects. A line equals what viewProducts returns (product-view.ts);
 * snapshot.test.ts checks that. Only `qtyAvailable` is what is on hand: pages take no notice of unpaid orders (decision
 * 17).
 */
export const productLines = (now: Date): SQL => sql`
  select '{"_id":' || ${json(sql`p.id`)} || ',"id":' || ${json(sql`p.id`)} || ',"name":' || ${json(sql`p.name`)}
    || ',"price":' || trim_scale(p.price_kobo::numeric / 100)
    || ',"images":[' || coalesce(own.images, '') || ']'
    || case when own.main is null then '' else ',"image":"/media/' || own.main || '/1200.jpg"' end
    || ',"description":' || ${json(sql`p.description`)}
    || ',"tags":' || ${json(sql`p.tags`)}
    || ',"qtyAvailable":' || case when p.status = 'shown' then s.on_hand else 0 end
    || ',"ratings":' || floor(p.ratings::text::float8 * 100 + 0.5) / 100
    || ',"numReviews":' || p.num_reviews
    || ',"soldCount":' || s.sold_count
    || ',"createdAt":"' || ${time(sql`p.created_at`)}
    || '","discount":' || case when p.discount_type is null or p.discount_amount is null
      or p.discount_starts_at > ${instant(now)} or p.discount_expires_at < ${instant(now)} then 'null'
      else '{"type":"' || p.discount_type || '","amount":' || p.discount_amount || ',"expiresAt":'
        || coalesce('"' || ${time(sql`p.discount_expires_at`)} || '"', 'null') || '}' end
    || ${optional(sql`p.status = 'retired'`, 'retired', sql`'true'`)}
    || ${optional(sql`p.brand <> ''`, 'brand', json(sql`p.brand`))}
    || ',"categories":' || ${json(sql`p.categories`)}
    || ${optional(sql`coalesce(p.concentration, '') <> ''`, 'concentration', json(sql`p.concentration`))}
    || ${optional(sql`coalesce(p.size_ml, 0) <> 0`, 'sizeMl', sql`p.size_ml::text`)}
    || ${optional(
      sql`p.notes is not null`,
      'notes',
      sql`json_strip_nulls(json_build_object('top', p.notes -> 'top', 'heart', p.notes -> 'heart', 'base', p.notes -> 'base'))::text`,
    )}
    || ',"updatedAt":"' || ${time(
      sql`greatest(p.updated_at, s.shown_at, case when p.discount_starts_at <= ${instant(now)} then p.discount_starts_at end)`,
    )}
    || '"' || ${optional(
      sql`concat(p.importer, p.batch, p.nafdac_number, p.seal, p.bought_from) <> ''`,
      'provenance',
      sql`json_strip_nulls(json_build_object('importer', nullif(p.importer, ''), 'batch', nullif(p.batch, ''),
        'nafdacNumber', nullif(p.nafdac_number, ''), 'seal', nullif(p.seal, ''), 'boughtFrom', nullif(p.bought_from, '')))::text`,
    )}
    || ${optional(sql`coalesce(p.size_group, '') <> ''`, 'group', json(sql`p.size_group`))}
    || ',"pictures":[' || coalesce(own.pictures, '') || ']}' as line
  from products p join stock s on s.product_id = p.id
  left join (
    select pp.product_id, (array_agg(m.hash order by pp.position))[1] as main,
      string_agg('"/media/' || m.hash || '/1200.jpg"', ',' order by pp.position) as images,
      string_agg('{"width":' || m.width || ',"height":' || m.height || ',"color":' || to_json(m.color)
        || ${optional(sql`coalesce(pp.alt, '') <> ''`, 'alt', json(sql`pp.alt`))} || '}',
        ',' order by pp.position) as pictures
    from product_pictures pp join media m on m.hash = pp.media_hash group by pp.product_id
  ) own on own.product_id = p.id
  where p.status <> 'hidden'
  order by p.created_at desc nulls last, p.id`;
