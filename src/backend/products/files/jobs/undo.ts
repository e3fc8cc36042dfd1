import { isDeepStrictEqual } from 'node:util';
import { desc, eq, type SQL, sql } from 'drizzle-orm';
import { type Database, inSession } from '#backend/db/connect.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { addRedirects } from '#backend/products/catalogue/redirects.ts';
import {
  type Change,
  changeRows,
  releaseSkus,
  writeChangedMany,
} from '#backend/products/fields/changes.ts';
import { COLUMNS, type OwnedFields } from '#backend/products/fields/columns.ts';
import { ownedOf } from '#backend/products/fields/fields.ts';
import { changedFields } from '#backend/products/fields/merging.ts';
import { clearSkus, skuClashes } from '#backend/products/fields/skus.ts';
import { lockCatalogue, vacuumCatalogue } from '#backend/products/fields/writer.ts';
import { lockProducts } from '#backend/products/files/import/comparing.ts';
import { BATCH, createStage } from '#backend/products/files/import/staging.ts';
import { tellReleases } from '#backend/products/files/understanding/addresses/write.ts';
import { recordAction } from '#backend/staff/actions.ts';
import { counted, number } from '#domain/words.ts';
import { type ImportRow, imports } from './tables.ts';

/** The number of products from which the tables are vacuumed at once. */
const MANY = 500;

type Written = {
  id: string;
  kind: 'new' | 'changed' | 'same' | 'removed';
  before: OwnedFields | null;
  after: OwnedFields | null;
  /** Whether an order has taken or reserved units since. */
  sold: boolean;
  reviewed: boolean;
};

/**
 * Undoes an import in one transaction: deletes the products that it added, and restores the fields that it changed. A
 * product that was sold or edited since stays as it is, and its row says why (README.md has the rule). Pictures still to
 * come are dropped.
 */
export async function undo(db: Database, row: ImportRow): Promise<void> {
  const undone = await inSession(db, async (session) => {
    await createStage(session);
    return session.transaction((transaction) => undoIn(transaction, row));
  });
  if (undone >= MANY) await vacuumCatalogue(db);
}

/** @param only - the products of an import that is already undone, whose obstacle has now been undone, too. */
async function undoIn(
  transaction: Transaction,
  row: ImportRow,
  only: readonly string[] | null = null,
): Promise<number> {
  const { id, writtenAt, undoneAt } = row;
  const wanted = sql`import_id = ${id} and (${only === null} or product_id = any(${sql.param(only ?? [])}::text[]))`;
  await lockCatalogue(transaction);
  await transaction.execute(sql`
    update import_pictures set state = 'dropped', settled_at = now(), reason = 'is not wanted any more: the import was undone'
    where import_id = ${id} and state in ('waiting', 'fetched')`);
  await lockProducts(
    transaction,
    sql`p.id in (select product_id from import_products where ${wanted})`,
  );
  const fields = new Set<string>();
  const added: string[] = [];
  const back: Change[] = [];
  const restored: Restored[] = [];
  const kept: { id: string; why: string }[] = [];
  for (let last = ''; ; ) {
    const { rows } = await transaction.execute<Written>(sql`
      select product_id as id, kind, before, after,
        exists (select from stock_movements m where m.product_id = w.product_id and m.kind in ('order', 'return')
          and m.at > ${writtenAt?.toISOString()}::timestamptz) as sold,
        exists (select from reviews r where r.product_id = w.product_id) as reviewed
      from import_products w where ${wanted} and product_id > ${last} order by product_id limit ${BATCH}::int`);
    const shop = await ownedOf(
      transaction,
      rows.map((written) => written.id),
    );
    for (const written of rows) {
      const now = shop.get(written.id) ?? null;
      const why = whyKept(written, now);
      if (why !== null) kept.push({ id: written.id, why });
      else if (written.kind === 'new') added.push(written.id);
      else {
        const change = changeBack(written, now as OwnedFields);
        for (const field of change.changed) fields.add(field);
        if (change.changed.length === 0) continue;
        back.push(change);
        restored.push({
          id: written.id,
          was: written.after,
          again: pick(change.after, change.changed),
        });
      }
    }
    if (rows.length < BATCH) break;
    last = rows.at(-1)?.id ?? last;
  }
  await transaction.execute(sql`truncate changes`);
  for (let at = 0; at < back.length; at += BATCH) {
    await transaction.execute(sql`
      insert into changes select row, id, known, after, changed from ${changeRows(back.slice(at, at + BATCH))}`);
  }
  const stuck = fields.has('sku') ? await dropTakenSkus(transaction, added) : [];
  kept.push(...stuck);
  if (back.length > 0) {
    await releaseSkus(transaction, sql`changes`);
    await writeChangedMany(transaction, sql`changes`, fields);
  }
  await deleteAdded(transaction, id, added);
  const left = await note(transaction, { importId: id, wanted }, kept);
  await redirectBack(transaction, id, left === 0);
  const isStuck = new Set(stuck.map(({ id }) => id));
  await rebase(
    transaction,
    row,
    restored.filter((one) => !isStuck.has(one.id)),
  );
  const undone = added.length + back.length - stuck.length;
  await transaction
    .update(imports)
    .set({
      state: 'undone',
      totals: row.totals && {
        ...row.totals,
        undone: (row.totals.undone ?? 0) + undone,
        kept: left,
      },
      trouble: null,
      doing: null,
      tries: 0,
      undoneAt: undoneAt ?? sql`now()`,
      touchedAt: sql`now()`,
    })
    .where(eq(imports.id, id));
  await recordAction(transaction, {
    action: 'catalogue.undo',
    subject: row.fileName,
    recordedBy: row.startedBy,
    detail: `${counted(undone, 'product')} as before${kept.length > 0 ? `, ${number(kept.length)} kept as they are` : ''}`,
  });
  const ids = back.map((change) => change.id);
  const earlier = await transaction
    .select()
    .from(imports)
    .where(
      sql`${imports.state} = 'undone' and ${imports.id} <> ${id} and exists (select from import_products w
        where w.import_id = ${imports.id} and w.kept is not null and w.product_id = any(${sql.param(ids)}::text[]))`,
    )
    .orderBy(desc(imports.writtenAt));
  let also = 0;
  for (const one of earlier) also += await undoIn(transaction, one, ids);
  return undone + also;
}

/** Fields that undoing restored in a product: the values from its import, and the values now. */
interface Restored {
  id: string;
  was: OwnedFields | null;
  again: Partial<OwnedFields>;
}

const pick = (
  after: Change['after'],
  names: readonly (keyof OwnedFields)[],
): Partial<OwnedFields> => Object.fromEntries(names.map((name) => [name, after[name]]));

/** Updates later imports that left a field as they found it, because undoing does not count as an edit. */
async function rebase(transaction: Transaction, row: ImportRow, restored: readonly Restored[]) {
  const without = (fields: SQL) => sql`${fields} || coalesce((select jsonb_object_agg(key, value)
    from jsonb_each(r.again) where ${fields}->key = r.was->key), '{}')`;
  await transaction.execute(sql`
    update import_products w set before = ${without(sql`w.before`)}, after = ${without(sql`w.after`)}
    from jsonb_to_recordset(${JSON.stringify(restored)}::jsonb) as r(id text, was jsonb, again jsonb), imports i
    where w.product_id = r.id and i.id = w.import_id and not w.undone and i.written_at > ${row.writtenAt?.toISOString()}::timestamptz`);
}

/** Leaves out changes that would restore an SKU that another product now has, and says why. */
async function dropTakenSkus(transaction: Transaction, added: readonly string[]) {
  await clearSkus(transaction, added);
  const stuck: { id: string; why: string }[] = [];
  for (;;) {
    // A product that stays keeps its SKU, which may once have been another product's.
    const clashes = await skuClashes(transaction, sql`changes`);
    if (clashes.length === 0) return stuck;
    const why = new Map(
      clashes.map(({ id, sku, by }) => [id, `had the SKU ${sku}, which '${by}' has now`]),
    );
    for (const [id, words] of why) stuck.push({ id, why: words });
    await transaction.execute(sql`
      delete from changes where id = any(${sql.param([...why.keys()])}::text[])`);
  }
}

/** Returns the reason why a product stays as it is, as the rest of a sentence that begins with it; null if it is restored. */
function whyKept({ kind, before, after, sold, reviewed }: Written, now: OwnedFields | null) {
  if (kind === 'removed') return 'was removed by the import, and its reviews with it: add it again';
  if (!now || !after) return 'is not in the shop any more';
  const stocked = kind === 'new' || before?.stock !== after.stock;
  if (sold && stocked) return 'was ordered since';
  if (kind === 'new' && reviewed) return 'has reviews';
  const edited = changedFields(now, after).filter(
    (field) => field !== 'reserved' && (field !== 'stock' || stocked),
  );
  return edited.length > 0 ? `was edited since (${labelsOf(edited)})` : null;
}

/** Writes fields as pages name them: 'Price, Discount'. */
function labelsOf(fields: readonly string[]): string {
  const columns = Object.values(COLUMNS) as { label: string; sets?: unknown }[];
  const names = Object.keys(COLUMNS);
  const labels = fields.map((field) => {
    const name = FIELD_COLUMNS[field] ?? field;
    return columns[names.indexOf(name)]?.label ?? field;
  });
  return [...new Set(labels)].join(', ');
}

/** The columns whose fields have another name. */
const FIELD_COLUMNS: Readonly<Record<string, string>> = {
  price_kobo: 'price',
  discount_type: 'discount',
  discount_amount: 'discount',
  discount_starts_at: 'discount_starts',
  discount_expires_at: 'discount_until',
  notes: 'notes_top',
};

/** Restores only what the import changed. */
function changeBack({ id, before, after }: Written, now: OwnedFields): Change {
  const names = changedFields(before as OwnedFields, after as OwnedFields).filter(
    (name) => name !== 'reserved',
  );
  const former = Object.fromEntries(names.map((name) => [name, before?.[name]]));
  const changed = names.filter((name) => !isDeepStrictEqual(now[name], before?.[name]));
  return { row: 0, id, known: true, after: { ...now, ...former }, changed };
}

/** Deletes the products that an import added. Restores the earlier targets of their addresses. */
async function deleteAdded(transaction: Transaction, importId: string, ids: readonly string[]) {
  if (ids.length === 0) return;
  const gone = sql.param(ids);
  await transaction.execute(sql`delete from products where id = any(${gone}::text[])`);
  await transaction.execute(sql`
    insert into redirects (from_path, to_path)
    select '/products/' || w.product_id, coalesce(r.to_path, w.ended_redirect)
    from import_products w left join redirects r on r.from_path = w.ended_redirect
    where w.import_id = ${importId} and w.product_id = any(${gone}::text[]) and w.ended_redirect is not null
      and coalesce(r.to_path, w.ended_redirect) <> '/products/' || w.product_id
    on conflict do nothing`);
}

/**
 * Restores the earlier targets of old addresses. One that leads to a product that stays is kept. Addresses of lists are
 * kept while any product stays.
 */
async function redirectBack(transaction: Transaction, importId: string, all: boolean) {
  const { rows } = await transaction.execute<{ before: string | null; from: string }>(sql`
    delete from redirects r using import_redirects w
    where w.import_id = ${importId} and r.from_path = w.from_path and r.to_path = w.to_path
      and (${all} or w.to_path like '/products/%' and not exists (
        select from import_products p where p.import_id = w.import_id and p.kept is not null
          and '/products/' || p.product_id = w.to_path))
    returning r.from_path as "from", w.before`);
  const back = rows.flatMap(({ from, before }) => (before === null ? [] : [{ from, to: before }]));
  await addRedirects(transaction, back);
  await tellReleases(transaction, rows.length);
}

/** Records the result for products. Returns the number of the import's products that stay as they are. */
async function note(
  transaction: Transaction,
  { importId, wanted }: { importId: string; wanted: SQL },
  kept: readonly { id: string; why: string }[],
): Promise<number> {
  await transaction.execute(sql`
    update import_products w set undone = k.why is null, kept = k.why
    from (select product_id from import_products where ${wanted}) as own
      left join jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as k(id text, why text) on k.id = own.product_id
    where w.import_id = ${importId} and own.product_id = w.product_id`);
  const { rows } = await transaction.execute<{ count: number }>(sql`
    select count(*)::int as count from import_products where import_id = ${importId} and kept is not null`);
  return rows[0]?.count ?? 0;
}
