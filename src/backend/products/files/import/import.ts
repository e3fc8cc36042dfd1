import { type SQL, sql } from 'drizzle-orm';
import { type Fault, Faults } from '#backend/base/faults.ts';
import { type Database, inSession } from '#backend/db/connect.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { whileTakingPictures } from '#backend/media/import-lock.ts';
import type { PictureCost, PictureIntake } from '#backend/media/intake.ts';
import { StoreUnavailable } from '#backend/media/objects/object-store.ts';
import { releaseSkus, writeChangedMany, writeNew } from '#backend/products/fields/changes.ts';
import type { OwnedFields } from '#backend/products/fields/columns.ts';
import { ownedOf } from '#backend/products/fields/fields.ts';
import { matchMadeIds } from '#backend/products/fields/made-ids.ts';
import type { ReadRow } from '#backend/products/fields/rows.ts';
import { matchSkus } from '#backend/products/fields/skus.ts';
import { lockCatalogue, vacuumCatalogue } from '#backend/products/fields/writer.ts';
import type { Asked, Choice } from './choices.ts';
import { type Comparison, compareStaged, MISSING } from './comparing.ts';
import {
  BATCH,
  createStage,
  dropPictures,
  refusePictures,
  stageRows,
  takePictures,
} from './staging.ts';

/** A change of a product. `before` is null for a new product, `after` for a removed one, which has no row. */
export type ProductChange = {
  row: number | null;
  id: string;
  before: OwnedFields | null;
  after: OwnedFields | null;
};

export interface ImportOptions {
  intake: PictureIntake;
  /** Writes the valid rows even if others have faults. */
  partial?: boolean;
  /** Whether a missing picture is only a warning, and the product is written without it. Otherwise its row is faulty. */
  withoutBrokenPictures?: boolean;
  /** Removes products that are not in the file, except synthetic ones. */
  deleteMissing?: boolean;
  /** Compares and writes nothing. */
  dryRun?: boolean;
  /** The choice for rows with the same id; without it they are faults. 'ask': the report lists them, not as faults. */
  twins?: Choice<'twins'> | 'ask' | undefined;
  /** The choice for rows whose SKU belongs to another product. Without it and with 'ask' it works as `twins`. */
  codes?: Choice<'codes'> | 'ask' | undefined;
  /**
   * Asks before more than a tenth of the products, and more than a handful, is removed; false writes nothing. No
   * transaction is open while it waits. Without it nobody is asked.
   */
  onRemoval?: (removed: number, of: number) => Promise<boolean>;
  /** Called with every change of a dry run, in the order of ids. */
  onChange?: (change: ProductChange) => unknown;
  /** Records what is written, in the transaction that writes it. */
  record?: ImportRecord;
  /** The most faults and warnings that are listed one by one. Default: a hundred. */
  listed?: number;
  onProgress?: (done: number, of: number | null, what: 'rows' | 'pictures') => void;
  /** Called after reading, before writing. */
  onWriting?: () => void;
}

/** The recorder of an import. Its table `staged` has the rows of the file, and `changes` has the changes that they make. */
export interface ImportRecord {
  /** Called before the first write, when everything is locked. */
  before(transaction: Transaction): Promise<void>;
  /** Called after the last write. If it throws, the import is undone. */
  after(transaction: Transaction, report: ImportReport): Promise<void>;
}

/** The result of an import or a dry run. */
export interface ImportReport {
  rows: number;
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
  faults: Faults;
  /** Rows that another row of the same product replaces. */
  leftOut: readonly Fault[];
  /** Rows with the same id, if the merchant is asked about them. */
  twins: readonly Asked[];
  /** Rows whose SKU and id or name belong to different products, if the merchant is asked about them. */
  codes: readonly Asked[];
  /** Values that are valid but probably not meant, such as a price of 0. */
  warnings: Faults;
  /** False after a dry run, and if faults or `onRemoval` prevented the import. */
  written: boolean;
  pictures: PictureCost;
}

/** The number of products that may be removed without a question. */
const HANDFUL = 5;
/** The number of changes from which the tables are vacuumed at once, before PostgreSQL would do so itself. */
const MANY = 500;

/**
 * Makes the catalogue match the rows of a file in one transaction. Shoppers see the old or the new catalogue, and the site
 * is notified once. Unless `partial`, a fault in any row prevents the whole import. Writes only what differs. Reads the
 * file and fetches pictures before the transaction begins.
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
  const faults = new Faults(options.listed);
  await createStage(session);
  const asks = options.twins === 'ask';
  const { read, good, pictures, leftOut, twins } = await stageRows(session, rows, faults, {
    twins: options.twins === 'ask' ? undefined : options.twins,
    onProgress: (done) => progress(done, null, 'rows'),
  });
  if (!asks) faults.add(...twins);
  if (read === 0) faults.add({ row: 0, column: null, message: 'The file has no products.' });
  const hopeless = () => faults.count > 0 && !partial;
  const taken = await takePictures(session, pictures, {
    intake,
    how: hopeless() ? 'check' : dryRun ? 'look' : 'keep',
    onProgress: (done, of) => progress(done, of, 'pictures'),
  }).catch((cause: unknown) => {
    if (!(cause instanceof StoreUnavailable)) throw cause;
    throw new Error('Nothing was imported, since the pictures cannot be stored.', { cause });
  });
  const broken = new Faults(options.listed);
  if (options.withoutBrokenPictures) await dropPictures(session, taken, broken);
  else await refusePictures(session, taken, faults);
  options.onWriting?.();
  const none = { added: 0, changed: 0, unchanged: 0, removed: 0 };
  const report = {
    rows: read,
    ...none,
    faults,
    leftOut,
    twins: asks ? twins : [],
    codes: [] as readonly Asked[],
    pictures: intake.cost,
    written: false,
  };
  // No transaction is open up to here, because a file or another server may take long.
  const attempt = (agreed: number) =>
    session.transaction(async (transaction): Promise<ImportReport & { asks?: number }> => {
      const warnings = Faults.of(broken);
      await lockCatalogue(transaction);
      const { codes } = options;
      const met = await matchSkus(transaction, faults, codes === 'ask' ? undefined : codes);
      if (codes !== 'ask') faults.add(...met);
      await matchMadeIds(transaction, faults);
      const wanted = { taken, deleteMissing, faults, warnings };
      const { fields, ...counts } = await compareStaged(transaction, wanted);
      const removes = deleteMissing && good > 0 && faults.count === 0;
      const { removed, of } = await countMissing(transaction, removes);
      const asked = codes === 'ask' ? met : [];
      const found = { ...report, ...counts, removed, warnings, codes: asked };
      if (hopeless()) return found;
      if (dryRun) {
        if (options.onChange) await reportChanges(transaction, removes, options.onChange);
        return found;
      }
      const many = removed > Math.max(HANDFUL, agreed) && removed * 10 > of;
      if (options.onRemoval && many) return { ...found, asks: of };
      await options.record?.before(transaction);
      if (removed > 0) await removeMissing(transaction);
      await write(transaction, { fields, ...counts });
      const written = { ...found, written: true };
      await options.record?.after(transaction, written);
      return written;
    });
  for (let agreed = 0; ; ) {
    const { asks, ...found } = await attempt(agreed);
    if (asks === undefined || !options.onRemoval) return found;
    // No transaction is open while a person thinks. The rows are compared again afterwards, because the shop keeps selling.
    if (!(await options.onRemoval(found.removed, asks))) return { ...found, ...none };
    agreed = found.removed;
  }
}

/** Counts the products that are not in the file, and all that it could remove. */
async function countMissing(
  transaction: Transaction,
  removes: boolean,
): Promise<{ removed: number; of: number }> {
  if (!removes) return { removed: 0, of: 0 };
  const { rows } = await transaction.execute<{ removed: number; of: number }>(sql`
    select count(*) filter (where ${MISSING})::int as removed, count(*)::int as of
    from products p where source in ('merchant', 'demo')`);
  return rows[0] ?? { removed: 0, of: 0 };
}

async function reportChanges(
  transaction: Transaction,
  removes: boolean,
  onChange: NonNullable<ImportOptions['onChange']>,
): Promise<void> {
  const changes = sql`
    select row, id, after from changes
    union all select null, p.id, null from products p where ${removes} and ${MISSING}`;
  for (let last = ''; ; ) {
    const { rows } = await transaction.execute<Omit<ProductChange, 'before'>>(sql`
      select * from (${changes}) as change where id > ${last} order by id limit ${BATCH}::int`);
    const ids = rows.map(({ id }) => id);
    const shop = await ownedOf(transaction, ids);
    for (const { row, id, after } of rows) {
      await onChange({ row, id, before: shop.get(id) ?? null, after });
    }
    if (rows.length < BATCH) return;
    last = ids.at(-1) ?? last;
  }
}

const removeMissing = (transaction: Transaction) =>
  transaction.execute(sql`
    delete from products where id in (
      select p.id from products p where ${MISSING} order by p.id for update)`);

/** Writes the changes in the table `changes`. */
async function write(transaction: Transaction, { added, changed, fields }: Comparison) {
  const changes: SQL = sql`changes`;
  if (fields.has('sku')) await releaseSkus(transaction, changes);
  if (added > 0) await writeNew(transaction, changes);
  if (changed > 0) await writeChangedMany(transaction, changes, fields);
}
