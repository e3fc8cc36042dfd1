import { eq, sql } from 'drizzle-orm';
import { newImportId } from '#backend/base/ids.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { OWNED_FIELDS } from '#backend/products/fields/fields.ts';
import { MISSING } from '#backend/products/files/import/comparing.ts';
import type { ImportRecord, ImportReport } from '#backend/products/files/import/import.ts';
import type { OldAddress } from '#backend/products/files/understanding/addresses/old-addresses.ts';
import { writeRedirects } from '#backend/products/files/understanding/addresses/write.ts';
import { recordAction } from '#backend/staff/actions.ts';
import type { Actor } from '#backend/staff/actor.ts';
import { counted, number } from '#domain/words.ts';
import type { Deferred } from './deferred.ts';
import { type ImportRow, importRedirects, imports } from './tables.ts';
import type { ImportTotals } from './view.ts';

/** The number of rows with pictures sent to the database at once. */
const BATCH = 500;

/** The facts about an import at the time of writing. */
export interface Recorded {
  import: Pick<ImportRow, 'id' | 'fileName' | 'startedBy'>;
  deferred: Deferred;
  /** The addresses that the products' pages had in another shop. */
  addresses: readonly OldAddress[];
  leftOut: number;
  deletesMissing: boolean;
  begun: number;
}

/** Records an import that has a row: the old and new state of each product, and the pictures to download. */
export function recordOf(recorded: Recorded): ImportRecord {
  const { id } = recorded.import;
  return {
    async before(transaction) {
      await transaction.execute(sql`
        insert into import_products (import_id, product_id, row, kind, before, after, ended_redirect)
        select ${id}, c.id, c.row, case when known then 'changed' else 'new' end,
          case when known then (select ${OWNED_FIELDS} from products p where p.id = c.id) end, c.after,
          case when not known then (select to_path from redirects where from_path = '/products/' || c.id) end
        from changes c`);
      if (!recorded.deletesMissing) return;
      await transaction.execute(sql`
        insert into import_products (import_id, product_id, kind, before)
        select ${id}, p.id, 'removed', ${OWNED_FIELDS} from products p where ${MISSING}`);
    },
    async after(transaction, report) {
      const pictures = await recordPictures(transaction, recorded, report);
      const addresses = await recordRedirects(transaction, recorded);
      const totals = totalsOf(recorded, report, { pictures, addresses });
      await transaction
        .update(imports)
        .set({
          state: 'done',
          totals,
          trouble: null,
          doing: null,
          writtenAt: sql`clock_timestamp()`,
          touchedAt: sql`now()`,
        })
        .where(eq(imports.id, id));
      await recordAction(transaction, {
        action: 'catalogue.import',
        subject: recorded.import.fileName,
        recordedBy: recorded.import.startedBy,
        detail: totalsInWords(totals),
      });
    },
  };
}

/** Records an import by the command, which has no row before it is written. */
export function recordOfCommand(
  { fileName, actor }: { fileName: string; actor: Actor },
  rest: Omit<Recorded, 'import'>,
  hosts: readonly string[],
): { id: string; record: ImportRecord } {
  const id = newImportId();
  const record = recordOf({ ...rest, import: { id, fileName, startedBy: actor.name } });
  return {
    id,
    record: {
      ...record,
      async before(transaction) {
        await transaction.insert(imports).values({
          id,
          fileName,
          source: 'command',
          startedBy: actor.name,
          state: 'importing',
          hosts: [...hosts],
        });
        await record.before(transaction);
      },
    },
  };
}

/** Returns the result of an import in one line. */
export const totalsInWords = (totals: ImportTotals): string =>
  [
    `${number(totals.new)} new`,
    `${number(totals.changed)} changed`,
    `${number(totals.unchanged)} unchanged`,
    totals.removed > 0 && `${number(totals.removed)} removed`,
    totals.leftOut + totals.faults > 0 &&
      `${counted(totals.leftOut + totals.faults, 'row')} left out`,
    totals.addresses > 0 &&
      `${counted(totals.addresses, 'old address', 'old addresses')} leading on`,
    totals.pictures > 0 && `${counted(totals.pictures, 'picture')} to download`,
  ]
    .filter(Boolean)
    .join(', ');

const totalsOf = (
  { leftOut, begun }: Recorded,
  report: ImportReport,
  later: Pick<ImportTotals, 'pictures' | 'addresses'>,
): ImportTotals => ({
  rows: report.rows,
  new: report.added,
  changed: report.changed,
  unchanged: report.unchanged,
  removed: report.removed,
  leftOut: leftOut + report.leftOut.length,
  faults: report.faults.count,
  ...later,
  seconds: Math.round((Date.now() - begun) / 100) / 10,
});

/** Makes old addresses lead to the new pages. Returns their number. */
async function recordRedirects(
  transaction: Transaction,
  { import: { id }, addresses }: Recorded,
): Promise<number> {
  const written = await writeRedirects(transaction, addresses);
  for (let at = 0; at < written.length; at += BATCH) {
    await transaction.insert(importRedirects).values(
      written.slice(at, at + BATCH).map(({ from, to, before }) => ({
        importId: id,
        fromPath: from,
        toPath: to,
        before,
      })),
    );
  }
  return written.length;
}

/**
 * Stores the pictures to download, and how their products look until then. Pictures for them from earlier imports are
 * dropped.
 * @returns the number that wait.
 */
async function recordPictures(
  transaction: Transaction,
  { import: { id }, deferred }: Recorded,
  { faults }: ImportReport,
): Promise<number> {
  for (const { row } of faults.shown) deferred.rows.delete(row);
  const all = [...deferred.rows];
  let waiting = 0;
  for (let at = 0; at < all.length; at += BATCH) {
    const pictures = all
      .slice(at, at + BATCH)
      .flatMap(([row, list]) => list.map((picture, position) => ({ row, position, ...picture })));
    const { rows } = await transaction.execute<{ waiting: number }>(sql`
      with wanted as (
        select s.id, d.* from jsonb_to_recordset(${JSON.stringify(pictures)}::jsonb)
          as d(row int, position int, address text, words text, state text, hash text, reason text)
        join staged s on s.row = d.row join products p on p.id = s.id
      ), earlier as (
        update import_pictures set state = 'dropped', settled_at = now(),
          reason = 'is not wanted any more: a later import names the pictures of this product'
        where state in ('waiting', 'fetched') and product_id in (select id from wanted) and import_id <> ${id}
      ), baseline as (
        insert into import_products (import_id, product_id, row, kind, before, after)
        select ${id}, p.id, min(wanted.row), 'same', ${OWNED_FIELDS}, ${OWNED_FIELDS}
        from wanted join products p on p.id = wanted.id group by p.id on conflict do nothing
      ), added as (
        insert into import_pictures (import_id, product_id, position, row, address, words, state, hash, reason, settled_at)
        select ${id}, id, position, row, address, words,
          case when state = 'fetched' and not exists (select from media m where m.hash = wanted.hash) then 'broken' else state end,
          hash, case when state = 'fetched' then 'is not a picture of this shop' else reason end,
          case when state <> 'waiting' then now() end
        from wanted returning state
      )
      select count(*) filter (where state = 'waiting')::int as waiting from added`);
    waiting += rows[0]?.waiting ?? 0;
  }
  return waiting;
}
