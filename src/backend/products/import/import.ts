import { type SQL, sql } from 'drizzle-orm';
import { Faults } from '#backend/base/faults.ts';
import { done, type Refused, type StaffCode } from '#backend/base/result.ts';
import { type Database, inSession } from '#backend/db/connect.ts';
import { allOrNothing, type Transaction } from '#backend/db/transact.ts';
import { whileTakingPictures } from '#backend/media/import-lock.ts';
import type { PictureCost, PictureIntake } from '#backend/media/intake.ts';
import { StoreUnavailable } from '#backend/media/objects/object-store.ts';
import { productFields } from '#domain/product-fields.ts';
import type { OwnedFields } from './columns.ts';
import { OWNED_FIELDS } from './fields.ts';
import { matchMadeIds } from './made-ids.ts';
import { askBeforeMany, ManyRemoved } from './removal.ts';
import type { ReadRow } from './rows.ts';
import {
  checkMerged,
  compareAndLock,
  createStage,
  MISSING,
  stageRows,
  takePictures,
} from './staging.ts';
import { warn } from './warnings.ts';
import { lockCatalogue, vacuumCatalogue } from './writer.ts';

/** A change of a product. `before` is null for a new product, `after` for a removed one. */
export type ProductChange = {
  id: string;
  before: OwnedFields | null;
  after: OwnedFields | null;
};

export interface ImportOptions {
  intake: PictureIntake;
  /** Writes the valid rows even if others have faults. */
  partial?: boolean;
  /** Removes products that the file does not have, except synthetic ones. */
  deleteMissing?: boolean;
  /** Compares, and writes nothing. */
  dryRun?: boolean;
  /** Treats a product that the shop does not have as a fault. */
  onlyKnown?: boolean;
  /**
   * Asked before more than a tenth of the products, and more than a handful, is removed; false writes nothing. No transaction
   * is open meanwhile. Without it nobody is asked.
   */
  onRemoval?: (removed: number, of: number) => Promise<boolean>;
  /** Called with every change, in the order of ids, in the transaction that then writes it. If it refuses, nothing is written. */
  onChange?: (change: ProductChange, transaction: Transaction) => Answer | Promise<Answer>;
  onProgress?: (done: number, of: number | null, what: 'rows' | 'pictures') => void;
  /** Called after reading, before writing. */
  onWriting?: () => void;
}

type Answer = Refused<StaffCode> | null;

/** What an import did, or would do. */
export interface ImportReport {
  rows: number;
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
  faults: Faults;
  /** What is valid and hardly meant, such as a price of 0. */
  warnings: Faults;
  /** False after a dry run, if faults prevented the import, and if `onRemoval` or `onChange` did. */
  written: boolean;
  /** What `onChange` refused with. */
  refused?: Refused<StaffCode>;
  pictures: PictureCost;
}

/** From this many changes on the tables are vacuumed at once, instead of later by PostgreSQL itself. */
const MANY = 500;

/**
 * Makes the catalogue match the rows of a file in one transaction: shoppers see the old catalogue or the new one, and
 * the site is notified once. A fault in any row prevents the whole import, unless `partial`. Writes only what differs.
 * Reads the file and fetches pictures before the transaction begins.
 */
export async function importCatalogue(
  db: Database,
  rows: AsyncIterable<ReadRow>,
  options: ImportOptions,
): Promise<ImportReport> {
  const report = await inSession(db, (session) =>
    whileTakingPictures(session, () => run(session, rows, options)),
  );
  if (report.written && report.added + report.changed + report.removed >= MANY) {
    await vacuumCatalogue(db);
  }
  return report;
}

async function run(
  session: Database,
  rows: AsyncIterable<ReadRow>,
  options: ImportOptions,
): Promise<ImportReport> {
  const { intake, partial = false, dryRun = false, deleteMissing = false } = options;
  const progress = options.onProgress ?? (() => {});
  const faults = new Faults();
  await createStage(session);
  const { read, good } = await stageRows(session, rows, faults, (done) =>
    progress(done, null, 'rows'),
  );
  if (read === 0) faults.add({ row: 0, column: null, message: 'The file has no products.' });
  const hopeless = () => faults.count > 0 && !partial;
  const how = hopeless() ? 'check' : dryRun ? 'look' : 'keep';
  await takePictures(session, intake, how, faults, (done, of) =>
    progress(done, of, 'pictures'),
  ).catch((cause: unknown) => {
    if (!(cause instanceof StoreUnavailable)) throw cause;
    throw new Error('Nothing was imported, since the pictures cannot be stored.', { cause });
  });
  options.onWriting?.();
  // Until here nothing is open: a file or another server may take its time.
  const attempt = (agreed: number) =>
    allOrNothing(session, async (transaction) => {
      const warnings = new Faults();
      await lockCatalogue(transaction);
      await matchMadeIds(transaction, faults);
      await compareAndLock(transaction, deleteMissing);
      await checkMerged(transaction, faults, options.onlyKnown ?? false);
      await warn(transaction, warnings);
      const mayRemove = deleteMissing && good > 0 && faults.count === 0;
      const counts = await count(transaction, mayRemove);
      const report = { rows: read, ...counts, faults, warnings, pictures: intake.cost };
      if (hopeless()) return done({ ...report, written: false });
      const no =
        options.onChange && (await reportChanges(transaction, mayRemove, options.onChange));
      if (no) return no;
      if (dryRun) return done({ ...report, written: false });
      if (options.onRemoval) await askBeforeMany(transaction, counts.removed, agreed);
      await write(transaction, counts);
      return done({ ...report, written: true });
    });
  for (let agreed = 0; ; ) {
    try {
      const imported = await attempt(agreed);
      if (imported.ok) return imported.value;
      return { ...unwritten(read, faults, intake.cost), refused: imported };
    } catch (error) {
      if (!(error instanceof ManyRemoved) || !options.onRemoval) throw error;
      // Compared again afterwards: meanwhile the shop sells on.
      if (await options.onRemoval(error.removed, error.of)) agreed = error.removed;
      else return unwritten(read, faults, intake.cost);
    }
  }
}

const unwritten = (rows: number, faults: Faults, pictures: PictureCost): ImportReport => ({
  rows,
  faults,
  pictures,
  warnings: new Faults(),
  added: 0,
  changed: 0,
  unchanged: 0,
  removed: 0,
  written: false,
});

type Counts = Record<'added' | 'changed' | 'unchanged' | 'removed', number>;

async function count(transaction: Transaction, mayRemove: boolean): Promise<Counts> {
  const { rows } = await transaction.execute<Counts>(sql`
    select count(*) filter (where not known)::int as added,
      count(*) filter (where before <> after)::int as changed,
      count(*) filter (where before = after)::int as unchanged,
      (select count(*)::int from products p where ${mayRemove} and ${MISSING}) as removed
    from merged`);
  if (!rows[0]) throw new Error('The database returned no counts');
  return rows[0];
}

const PAGE = 500;

async function reportChanges(
  transaction: Transaction,
  mayRemove: boolean,
  onChange: NonNullable<ImportOptions['onChange']>,
): Promise<Answer> {
  const changes = sql`
    select id, before, after from merged where before is distinct from after
    union all select p.id, ${OWNED_FIELDS}, null from products p where ${mayRemove} and ${MISSING}`;
  for (let after = ''; ; ) {
    const { rows } = await transaction.execute<ProductChange>(sql`
      select * from (${changes}) as change where id > ${after} order by id limit ${PAGE}::int`);
    for (const change of rows) {
      const no = await onChange(change, transaction);
      if (no) return no;
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return null;
    after = last.id;
  }
}

const columns = (names: readonly string[]) => sql.raw(names.join(', '));
const declared = (searched: boolean) =>
  productFields.filter((field) => Boolean(field.searched) === searched).map(({ column }) => column);
/** The columns that decide what the search finds. Writing one of them rebuilds the product's words. */
const SEARCHED = [
  'name',
  'brand',
  'tags',
  'categories',
  'notes',
  'status',
  ...declared(true),
] as const;
const OTHERS = [
  'price_kobo',
  'discount_type',
  'discount_amount',
  'discount_starts_at',
  'discount_expires_at',
  'description',
  ...declared(false),
] as const;

/** A row of `products` with the fields of `merged`. */
const NEW_ROW = sql`jsonb_populate_record(null::products, merged.after) as new`;

/** Writes the changes in `merged`. Sends no statement that would write nothing, since the site would be notified of it. */
async function write(transaction: Transaction, counts: Counts): Promise<void> {
  const { added, changed, removed } = counts;
  if (removed > 0) {
    await transaction.execute(sql`
      delete from products where id in (
        select p.id from products p where ${MISSING} order by p.id for update)`);
  }
  if (added > 0) {
    const names = [...SEARCHED, ...OTHERS];
    // One statement, so that the stock does not begin with 0 in the ledger.
    await transaction.execute(sql`
      with added as (
        insert into products (id, ${columns(names)}, source)
        select merged.id, ${columns(names.map((name) => `new.${name}`))}, 'merchant'
        from merged, ${NEW_ROW} where not known order by merged.row
      )
      insert into stock (product_id, on_hand)
      select id, (after->>'stock')::int from merged where not known`);
  }
  if (changed > 0) {
    await updateSearched(transaction);
    await update(transaction, OTHERS, differs(OTHERS));
    await transaction.execute(sql`
      update stock set on_hand = (after->>'stock')::int
      from merged where stock.product_id = merged.id and known and (${differs(['stock'])})`);
    // New pictures change the product's page too.
    await transaction.execute(sql`
      update products set updated_at = now()
      where id in (select id from merged where known and (${differs(['pictures', 'picture_alts'])}))`);
  }
  await writePictures(transaction);
}

const differs = (names: readonly string[]): SQL =>
  sql`array[${sql.join(
    names.map((name) => sql`before->${name}::text`),
    sql`, `,
  )}] is distinct from array[${sql.join(
    names.map((name) => sql`after->${name}::text`),
    sql`, `,
  )}]`;

/** Rebuilds the words of all these products together, which is much faster than one product at a time. */
async function updateSearched(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`select set_config('turare.words', 'later', true)`);
  await update(transaction, SEARCHED, differs(SEARCHED));
  await transaction.execute(sql`select set_config('turare.words', '', true)`);
  await transaction.execute(sql`
    select refill_words(array(select id from merged where known and (${differs(SEARCHED)})))`);
}

async function update(transaction: Transaction, names: readonly string[], which: SQL) {
  const { rows } = await transaction.execute(
    sql`select from merged where known and (${which}) limit 1`,
  );
  if (rows.length === 0) return;
  await transaction.execute(sql`
    update products set (${columns(names)}) = row(${columns(names.map((name) => `new.${name}`))})
    from merged, ${NEW_ROW}
    where products.id = merged.id and known and (${which})`);
}

async function writePictures(transaction: Transaction): Promise<void> {
  const which = sql`(after->'pictures' <> coalesce(before->'pictures', '[]')
    or after->'picture_alts' <> coalesce(before->'picture_alts', '[]'))`;
  const { rows } = await transaction.execute<Record<'before' | 'after', boolean>>(sql`
    select bool_or(before->'pictures' <> '[]') as before, bool_or(after->'pictures' <> '[]') as after
    from merged where ${which}`);
  if (rows[0]?.before) {
    await transaction.execute(
      sql`delete from product_pictures where product_id in (select id from merged where ${which})`,
    );
  }
  if (rows[0]?.after) {
    await transaction.execute(sql`
      insert into product_pictures (product_id, position, media_hash, alt)
      select id, position - 1, hash, nullif(after->'picture_alts'->>(position - 1)::int, '')
      from merged, jsonb_array_elements_text(after->'pictures') with ordinality as picture(hash, position)
      where ${which}`);
  }
}
