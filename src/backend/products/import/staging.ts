import { sql } from 'drizzle-orm';
import PQueue from 'p-queue';
import type { Faults } from '#backend/base/faults.ts';
import type { Database } from '#backend/db/connect.ts';
import type { Transaction } from '#backend/db/transact.ts';
import type { PictureIntake } from '#backend/media/intake.ts';
import { MOST_UNITS, NEW_FIELDS } from './columns.ts';
import { OWNED_FIELDS } from './fields.ts';
import { type ProductEdit, type ReadRow, refuseTwins } from './rows.ts';

/** Rows sent to the database together. */
const BATCH = 500;
/** Pictures fetched at a time. Most of the time is spent waiting for other servers. */
const PICTURES_AT_ONCE = 6;

/** A connection whose temporary tables hold the file. */
type Session = Pick<Database, 'execute'>;

/** Creates the temporary tables of an import: the rows of the file, their pictures, and the merged products. */
export async function createStage(session: Session): Promise<void> {
  await session.execute(sql`
    create temporary table staged (row int not null, id text primary key, former text, given jsonb not null, pictures text[])`);
  await session.execute(sql`
    create temporary table taken (name text primary key, hash text, problem text)`);
  // known: the shop has the product. before, after: OwnedFields; before is null for a new product.
  await session.execute(sql`
    create temporary table merged (row int not null, id text primary key, known boolean not null,
      before jsonb, after jsonb not null)`);
}

/** Stages the rows of a file as they are read. Returns how many were read, and how many of them are valid. */
export async function stageRows(
  session: Session,
  rows: AsyncIterable<ReadRow>,
  faults: Faults,
  onProgress: (rows: number) => void,
): Promise<{ read: number; good: number }> {
  let read = 0;
  let good = 0;
  let batch: ProductEdit[] = [];
  const twice: string[] = [];
  const send = async () => {
    await session.execute(sql`
      insert into staged select row, id, former, given, pictures
      from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb)
        as edit(row int, id text, former text, given jsonb, pictures text[])`);
    batch = [];
  };
  for await (const row of refuseTwins(rows)) {
    read++;
    if (row.ok) {
      good++;
      if (batch.push(row.edit) === BATCH) await send();
    } else {
      faults.add(...row.faults);
      if (row.twice && row.id) twice.push(row.id);
    }
    onProgress(read);
  }
  if (batch.length > 0) await send();
  await session.execute(sql`delete from staged where id = any(${sql.param(twice)}::text[])`);
  await session.execute(sql`analyze staged`);
  return { read, good };
}

/** Finds or fetches every picture that the staged rows name, each once. Rows with a missing picture become faulty. */
export async function takePictures(
  session: Session,
  intake: PictureIntake,
  how: 'keep' | 'look' | 'check',
  faults: Faults,
  onProgress: (done: number, of: number) => void,
): Promise<void> {
  await session.execute(sql`
    insert into taken (name, hash)
    select named.name, media.hash
    from (select distinct unnest(pictures) as name from staged) as named,
      substring(named.name from '^/media/([0-9a-f]{40})$') as ours(hash)
      left join media on media.hash = ours.hash`);
  const { rows: counted } = await session.execute<{ waiting: number }>(sql`
    select count(*)::int as waiting from taken where hash is null and problem is null`);
  const of = counted[0]?.waiting ?? 0;
  let done = 0;
  const queue = new PQueue({ concurrency: PICTURES_AT_ONCE });
  const takeOne = async (name: string) => {
    const answer = await intake.take(name, how);
    onProgress(++done, of);
    return answer.ok
      ? { name, hash: answer.value, problem: null }
      : { name, hash: null, problem: answer.refusal.message };
  };
  for (let after = ''; done < of; ) {
    const { rows: names } = await session.execute<{ name: string }>(sql`
      select name from taken where hash is null and problem is null and name > ${after}
      order by name limit ${BATCH}::int`);
    after = names.at(-1)?.name ?? after;
    // Waits for all of them before an error is thrown, so that nothing runs on after the import.
    const ended = await Promise.allSettled(names.map(({ name }) => queue.add(() => takeOne(name))));
    const answers = ended.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
    await session.execute(sql`
      update taken set hash = answer.hash, problem = answer.problem
      from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb)
        as answer(name text, hash text, problem text)
      where taken.name = answer.name`);
  }
  const { rows } = await session.execute<{ row: number; name: string; problem: string }>(sql`
    select row, name, problem from staged, unnest(pictures) as name join taken using (name)
    where problem is not null order by row, name`);
  faults.add(
    ...rows.map(({ row, name, problem }) => ({
      row,
      column: 'pictures' as const,
      message: `names ${name}, which ${problem}`,
    })),
  );
  await session.execute(sql`
    delete from staged where exists (
      select from unnest(pictures) as name join taken using (name) where problem is not null)`);
}

const EMPTY_NOTES = sql`'{"top": [], "heart": [], "base": []}'::jsonb`;

/**
 * The alternative texts of the pictures in `now`: those of the file, else the text that the same picture had before.
 * One for each picture; more if the file has more, which is a fault.
 */
const ALTS = sql`case when s.given ? 'picture_alts' then (
    select coalesce(jsonb_agg(coalesce(s.given->'picture_alts'->>place, '') order by place), '[]')
    from generate_series(0, greatest(jsonb_array_length(now.pictures), jsonb_array_length(s.given->'picture_alts')) - 1) as place)
  when s.pictures is null then old.alts
  else (
    select coalesce(jsonb_agg(coalesce((
      select old.alts->>(before.place - 1)::int from jsonb_array_elements_text(old.pictures) with ordinality as before(hash, place)
      where before.hash = picture.hash order by before.place limit 1), '') order by picture.place), '[]')
    from jsonb_array_elements_text(now.pictures) with ordinality as picture(hash, place))
  end`;

/** Adds to `merged` the staged products that it does not have yet. */
async function merge(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`
    insert into merged
    select s.row, s.id, p.id is not null, old.fields,
      coalesce(old.fields, ${JSON.stringify(NEW_FIELDS)}::jsonb) || (s.given - 'stock_add')
        || case when s.given ? 'stock_add' and (p.id is not null or not s.given ? 'stock') then jsonb_build_object('stock',
            coalesce((old.fields->>'stock')::bigint, 0) + (s.given->>'stock_add')::bigint) else '{}' end
        || case when s.given ? 'notes' then jsonb_build_object('notes', case new.notes
            when old.notes then old.fields->'notes' when ${EMPTY_NOTES} then 'null' else new.notes end) else '{}' end
        || jsonb_build_object('pictures', now.pictures, 'picture_alts', ${ALTS})
    from staged s left join products p on p.id = s.id
      cross join lateral (select case when p.id is not null then ${OWNED_FIELDS} end as fields) as found
      cross join lateral (select found.fields, coalesce(nullif(found.fields->'notes', 'null'), ${EMPTY_NOTES}) as notes,
        coalesce(found.fields->'pictures', '[]') as pictures, coalesce(found.fields->'picture_alts', '[]') as alts) as old
      cross join lateral (select case when s.pictures is null then old.pictures else to_jsonb(array(
          -- A picture that the file names twice, in whatever words, stands at its first place.
          select taken.hash from unnest(s.pictures) with ordinality as named(name, position)
          join taken using (name) group by taken.hash order by min(named.position))) end as pictures) as now
      cross join lateral (select old.notes || coalesce(s.given->'notes', '{}') as notes) as new
    where not exists (select from merged m where m.id = s.id)`);
}

/** The condition for products `p` of the merchant and of the demo that the file does not have. */
export const MISSING = sql`(p.source in ('merchant', 'demo') and not exists (select from staged s where s.id = p.id))`;

/**
 * Compares the staged rows with the shop and locks the products to change. Everyone who changes stock locks products in
 * the same order, by id, so there is no deadlock. Then compares again, to include what was sold before the lock.
 */
export async function compareAndLock(
  transaction: Transaction,
  deleteMissing: boolean,
): Promise<void> {
  await merge(transaction);
  await transaction.execute(sql`
    create temporary table locked on commit drop as
    select p.id from products p join stock s on s.product_id = p.id left join merged m on m.id = p.id
    where m.before <> m.after or ${deleteMissing} and ${MISSING}
    order by p.id for no key update of p, s`);
  await transaction.execute(sql`delete from merged where known and before <> after`);
  await merge(transaction);
  await transaction.execute(sql`analyze merged`);
}

/** Finds the faults that only the merged product shows, and removes their rows. */
export async function checkMerged(
  transaction: Transaction,
  faults: Faults,
  onlyKnown: boolean,
): Promise<void> {
  const { rows } = await transaction.execute<{ id: string; row: number; problem: Problem }>(sql`
    with judged as (
      select id, case
        when not known and ${onlyKnown} then 'unknown'
        when not after ? 'name' then 'name'
        when not after ? 'price_kobo' then 'price'
        when before = after then null
        when (after->>'stock')::bigint not between 0 and ${MOST_UNITS}::int then 'stock'
        when jsonb_array_length(after->'picture_alts') > jsonb_array_length(after->'pictures') then 'picture_alts'
        when after->>'discount_type' is null and after->>'discount_starts_at' is not null then 'discount_starts'
        when after->>'discount_type' is null and after->>'discount_expires_at' is not null then 'discount_until'
        when after->>'discount_starts_at' >= after->>'discount_expires_at' then 'discount_period'
        when after->>'discount_type' = 'fixed'
          and (after->>'discount_amount')::float8 * 100 > (after->>'price_kobo')::float8 then 'discount'
        end as problem
      from merged
    )
    delete from merged using judged where merged.id = judged.id and problem is not null
    returning merged.id, row, problem`);
  for (const { id, row, problem } of rows.toSorted((a, b) => a.row - b.row)) {
    faults.add({ row, ...(await explain(transaction, id, problem)) });
  }
}

type Problem =
  | 'unknown'
  | 'name'
  | 'price'
  | 'stock'
  | 'picture_alts'
  | 'discount_starts'
  | 'discount_until'
  | 'discount_period'
  | 'discount';

async function explain(transaction: Transaction, id: string, problem: Problem) {
  if (problem === 'picture_alts') {
    return { column: problem, message: 'has more texts than there are pictures: remove some' };
  }
  if (problem === 'stock') {
    const message = `is changed by more than there is, or to more than ${MOST_UNITS}: write the number that is on hand`;
    return { column: problem, message };
  }
  if (problem === 'discount_period') {
    const message = 'is not before discount_until: write an earlier time, or empty it';
    return { column: 'discount_starts', message };
  }
  if (problem === 'discount_starts' || problem === 'discount_until') {
    const message = 'is set, but there is no discount: fill in discount, or empty this cell';
    return { column: problem, message };
  }
  if (problem === 'discount') {
    const message = 'is more than the price: write less, or per cent such as 15%';
    return { column: problem, message };
  }
  if (problem !== 'unknown') {
    return { column: problem, message: `is missing, and '${id}' is a new product: fill it in` };
  }
  const { rows } = await transaction.execute<{ id: string }>(sql`
    select id from products where similarity(id, ${id}) > 0.3 order by similarity(id, ${id}) desc, id limit 1`);
  const hint = rows[0] ? ` Did you mean '${rows[0].id}'?` : '';
  return { column: null, message: `There is no product '${id}'.${hint}`, unknown: true as const };
}
