import { type SQL, sql } from 'drizzle-orm';
import { nearest } from '#backend/base/likeness.ts';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { type Transaction, transact } from '#backend/db/transact.ts';
import { textCell } from '#backend/merchant-files/cells.ts';
import { addRedirects, moveName, pageRow } from '#backend/products/catalogue/redirects.ts';
import { LONGEST_NAME } from '#backend/products/fields/columns.ts';
import { lockCatalogue } from '#backend/products/fields/writer.ts';
import { readChanges, writeChanges } from '#backend/shop/facts.ts';
import { recordAction } from '#backend/staff/actions.ts';
import type { ShopChanges } from '#config/shop-changes.ts';
import { PAGE_SIZE } from '#domain/products/pagination.ts';
import { type Renamed, renameInFacts } from './facts-words.ts';
import { renameInPromotions } from './promotion-names.ts';

export interface NewName {
  products: number;
  /** The number of products whose names began with the old brand, and begin with the new one. */
  names: number;
  /** The number of products that have the new name already. The two names become one. */
  merged: number;
  /** The facts of the shop that staff have set and that use the name. */
  facts: ShopChanges;
}

interface Order {
  kind: Renamed;
  from: string;
  to: string;
}

/** The most characters of a name in a file. */
const LONGEST = { brand: 100, category: 60 };

/** Matches products `p` with a name, in any spelling. */
const has = (kind: Renamed, name: string): SQL =>
  kind === 'brand'
    ? sql`match_key(p.brand) = match_key(${name})`
    : sql`exists (select from unnest(p.categories) as c where match_key(c) = match_key(${name}))`;

/**
 * Renames a brand or a category everywhere in one transaction, in every spelling: in products, names that begin with the
 * brand, the search, promotions, and the facts of the shop that staff have set. Its pages move, and lists find the new
 * name by the old one.
 * @param options.onMerge - asked if products have the new name already; false changes nothing.
 * @returns null if `onMerge` declined. Refusals: invalid, not_found.
 */
export async function rename(
  db: Database,
  order: Order,
  options: {
    by: string;
    dryRun?: boolean;
    onMerge: (found: NewName) => Promise<boolean>;
  },
): Promise<Result<NewName | null, StaffCode>> {
  const why = nameFault(order);
  if (why) return refuse('invalid', `The new name ${why}. Nothing was changed.`);
  const found = await look(db, order);
  if (!found.ok || options.dryRun) return found;
  // No transaction is open while a person thinks.
  if (found.value.merged > 0 && !(await options.onMerge(found.value))) return done(null);
  return transact(db, async (transaction) => {
    await lockCatalogue(transaction);
    const now = await look(transaction, order);
    if (!now.ok) return now;
    await write(transaction, order);
    await writeChanges(transaction, now.value.facts);
    await recordAction(transaction, {
      action: `${order.kind}.rename`,
      subject: order.from,
      renamedTo: order.to,
      recordedBy: options.by,
    });
    return now;
  });
}

const nameFault = ({ kind, to }: Order): string | undefined =>
  to.trim() === ''
    ? 'must not be empty'
    : textCell(LONGEST[kind]).safeParse(to).error?.issues[0]?.message;

/** `tooLong`: a product whose name would exceed the limit; null for none. */
type Counts = Record<'products' | 'names' | 'merged', number> & { tooLong: string | null };

/** Matches products `p` whose name begins with their brand. */
const beginsWithBrand = (kind: Renamed): SQL =>
  sql`${kind === 'brand'} and p.brand <> '' and starts_with(p.name, p.brand || ' ')`;

/** Refuses if no product has the old name, or if a product's name would become too long. */
async function look(
  db: Pick<Database, 'execute' | 'select'>,
  order: Order,
): Promise<Result<NewName, StaffCode>> {
  const { kind, from, to } = order;
  const { rows } = await db.execute<Counts>(sql`
    select count(*) filter (where ${has(kind, from)})::int as products,
      count(*) filter (where ${has(kind, from)} and ${beginsWithBrand(kind)})::int as names,
      count(*) filter (where ${has(kind, to)} and match_key(${to}) <> match_key(${from}))::int as merged,
      min(p.name) filter (where (${has(kind, from)} or ${has(kind, to)}) and ${beginsWithBrand(kind)}
        and length(${to}) + length(p.name) - length(p.brand) > ${LONGEST_NAME}) as "tooLong"
    from products p`);
  const { tooLong, ...counts } = rows[0] ?? { products: 0, names: 0, merged: 0, tooLong: null };
  if (counts.products === 0) {
    const near = nearest(from, await namesOf(db, kind));
    const hint = near ? ` Did you mean '${near}'?` : '';
    return refuse('not_found', `No product has the ${kind} '${from}'.${hint} Nothing was changed.`);
  }
  if (tooLong !== null) {
    return refuse(
      'invalid',
      `With the new name, '${tooLong}' would be longer than ${LONGEST_NAME} characters. Shorten one of them. Nothing was changed.`,
    );
  }
  const set = (await readChanges(db)) as ShopChanges;
  return done({ ...counts, facts: renameInFacts(set, kind, from, to) });
}

async function namesOf(db: Pick<Database, 'execute'>, kind: Renamed): Promise<string[]> {
  const names = kind === 'brand' ? sql`p.brand` : sql`unnest(p.categories)`;
  const { rows } = await db.execute<{ name: string }>(
    sql`select distinct ${names} as name from products p order by 1`,
  );
  return rows.map(({ name }) => name);
}

async function write(transaction: Transaction, { kind, from, to }: Order): Promise<void> {
  const either = sql`(${has(kind, from)} or ${has(kind, to)})`;
  const { rows } = await transaction.execute<{ id: string; names: string[] }>(sql`
    select p.id, array(
      select name from unnest(${kind === 'brand' ? sql`array[p.brand]` : sql`p.categories`}) as name
      where match_key(name) in (match_key(${from}), match_key(${to}))
    ) as names from products p
    where ${either} order by p.id for no key update`);
  const ids = sql.param(rows.map(({ id }) => id));
  // Making the words of all products together is much faster than one product at a time.
  await transaction.execute(sql`select set_config('turare.words', 'later', true)`);
  if (kind === 'brand') {
    await transaction.execute(sql`
      update products set brand = ${to}, name = case when brand <> '' and starts_with(name, brand || ' ')
        then ${to} || substr(name, length(brand) + 1) else name end
      where id = any(${ids}::text[]) and brand <> ${to}`);
  } else {
    await transaction.execute(sql`
      update products set categories = array(
        select name from (
          select case when match_key(c) in (match_key(${from}), match_key(${to})) then ${to} else c end as name, min(n) as n
          from unnest(categories) with ordinality as each(c, n) group by 1
        ) as renamed order by n)
      where id = any(${ids}::text[])`);
  }
  await addRedirects(
    transaction,
    movesOf(
      kind,
      rows.flatMap(({ names }) => names),
      to,
    ),
  );
  await moveName(transaction, { from, to });
  await renameInPromotions(transaction, kind, from, to);
  await transaction.execute(sql`select set_config('turare.words', '', true)`);
  await transaction.execute(sql`select refill_words(${ids}::text[])`);
}

/** Returns redirects from each page of each spelling to the first page of the new name. @param names - the spellings. */
function movesOf(kind: Renamed, names: readonly string[], to: string) {
  const first = pageRow(kind, to);
  const byPath = Map.groupBy(names, (name) => pageRow(kind, name));
  byPath.delete(first);
  return [...byPath.values()].flatMap((own) =>
    Array.from({ length: Math.ceil(own.length / PAGE_SIZE) }, (_, page) => ({
      from: pageRow(kind, own[0] ?? '', page + 1),
      to: first,
    })),
  );
}
