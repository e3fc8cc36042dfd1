import { and, asc, eq, gte, isNotNull, lt, ne, sql } from 'drizzle-orm';
import { done, type Result, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';
import { unknownImport } from './imports.ts';
import { type ImportRow, importPictures, importProducts, importRows, imports } from './tables.ts';

/** The number of rows on a page of the preview and of the result's lists. */
export const PAGE = 50;

/** The number of an import's downloaded pictures in each state. */
export type PictureCounts = {
  /** The whole queue. */
  all: number;
  /** On their products. */
  there: number;
  waiting: number;
  broken: number;
  /** No longer wanted. */
  dropped: number;
};

/** An import with everything on its page but the rows of the preview. */
export interface ImportDetails {
  import: ImportRow;
  pictures: PictureCounts;
  /** Minutes until the rows or pictures are done, rounded up; null if unknown. */
  minutesLeft: number | null;
  /** The earlier import of the identical file, if there is one. */
  sameAs: Pick<ImportRow, 'id' | 'startedBy' | 'writtenAt'> | null;
  /** The number of products that undoing left as they are. */
  kept: number;
}

/** Reads an import, also for its progress. Refusals: forbidden, not_found. */
export async function findImport(
  db: Database,
  id: string,
  actor: Actor,
): Promise<Result<ImportDetails, StaffCode>> {
  const no = ownersOnly(actor, 'import products');
  if (no) return no;
  const [row] = await db.select().from(imports).where(eq(imports.id, id));
  if (!row) return unknownImport(id);
  const { rows: counted } = await db.execute<PictureCounts & { rate: number | null }>(sql`
    select count(*)::int as all, count(*) filter (where state = 'there')::int as there,
      count(*) filter (where state in ('waiting', 'fetched'))::int as waiting, count(*) filter (where state = 'broken')::int as broken,
      count(*) filter (where state = 'dropped')::int as dropped,
      (count(*) filter (where settled_at > now() - interval '5 minutes' and attempts > 0)
        / nullif(extract(epoch from now() - min(settled_at) filter (where settled_at > now() - interval '5 minutes' and attempts > 0)), 0) * 60)::float8 as rate
    from import_pictures where import_id = ${id}`);
  const { rate = null, ...pictures } = counted[0] ?? {
    all: 0,
    there: 0,
    waiting: 0,
    broken: 0,
    dropped: 0,
  };
  const [sameAs] = row.sha256
    ? await db
        .select({ id: imports.id, startedBy: imports.startedBy, writtenAt: imports.writtenAt })
        .from(imports)
        .where(and(eq(imports.sha256, row.sha256), ne(imports.id, id), eq(imports.state, 'done')))
        .orderBy(asc(imports.createdAt))
        .limit(1)
    : [];
  return done({
    import: row,
    pictures,
    minutesLeft: row.doing ? rowMinutes(row) : pictureMinutes(pictures.waiting, rate),
    sameAs: sameAs ?? null,
    kept: row.totals?.kept ?? 0,
  });
}

function rowMinutes({ done: count, total, doingSince }: ImportRow): number | null {
  if (!total || count === 0 || !doingSince || count > total) return null;
  const passed = Date.now() - doingSince.getTime();
  return Math.ceil(((passed / count) * (total - count)) / 60_000);
}

const pictureMinutes = (waiting: number, perMinute: number | null): number | null =>
  waiting === 0 || !perMinute ? null : Math.ceil(waiting / perMinute);

/** Returns a page of the preview: rows of one kind from `offset` on, in the order of the import. Refusal: forbidden. */
export async function previewOf(
  db: Database,
  id: string,
  actor: Actor,
  { kind, offset = 0 }: { kind: (typeof importRows.$inferSelect)['kind']; offset?: number },
): Promise<Result<(typeof importRows.$inferSelect)[], StaffCode>> {
  const no = ownersOnly(actor, 'import products');
  if (no) return no;
  const rows = await db
    .select()
    .from(importRows)
    .where(
      and(
        eq(importRows.importId, id),
        eq(importRows.kind, kind),
        gte(importRows.place, offset),
        lt(importRows.place, offset + PAGE),
      ),
    )
    .orderBy(asc(importRows.place));
  return done(rows);
}

/** Returns a page of the import's pictures in one state, in the order of the sheet. Refusal: forbidden. */
export async function picturesOf(
  db: Database,
  id: string,
  actor: Actor,
  { state, offset = 0 }: { state: (typeof importPictures.$inferSelect)['state']; offset?: number },
): Promise<Result<(typeof importPictures.$inferSelect)[], StaffCode>> {
  const no = ownersOnly(actor, 'import products');
  if (no) return no;
  const rows = await db
    .select()
    .from(importPictures)
    .where(and(eq(importPictures.importId, id), eq(importPictures.state, state)))
    .orderBy(asc(importPictures.row), asc(importPictures.position))
    .limit(PAGE)
    .offset(offset);
  return done(rows);
}

/** Returns a page of the products that undoing left as they are, with the reasons. Refusal: forbidden. */
export async function keptOf(
  db: Database,
  id: string,
  actor: Actor,
  { offset = 0 } = {},
): Promise<Result<{ productId: string; row: number | null; kept: string | null }[], StaffCode>> {
  const no = ownersOnly(actor, 'import products');
  if (no) return no;
  const rows = await db
    .select({
      productId: importProducts.productId,
      row: importProducts.row,
      kept: importProducts.kept,
    })
    .from(importProducts)
    .where(and(eq(importProducts.importId, id), isNotNull(importProducts.kept)))
    .orderBy(asc(importProducts.productId))
    .limit(PAGE)
    .offset(offset);
  return done(rows);
}
