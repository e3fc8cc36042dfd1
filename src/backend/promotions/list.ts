import { desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { BYTE_ORDER_MARK, csvLine } from '#backend/merchant-files/writing.ts';
import { formatNaira, toNaira } from '#domain/money/money.ts';
import { offerWords } from '#domain/promotions/words.ts';
import { counted, number } from '#domain/words.ts';
import { type PromotionRow, promotionCodes, promotions, SAMPLES } from './tables.ts';
import { uses } from './uses.ts';

/** A promotion with its results so far. Uses include orders that wait for payment; given away only counts paid orders. */
export interface ListedPromotion extends PromotionRow {
  uses: number;
  givenKobo: number;
  /** The number of its codes, and the code if there is one for everybody. */
  codes: number;
  code: string | null;
}

/** Returns the state of a promotion at a time (ms). */
function standingOf(row: PromotionRow, now: number): string {
  if (row.stoppedAt) return 'stopped';
  if (row.endsAt && row.endsAt.getTime() <= now) return 'ended';
  return row.beginsAt && row.beginsAt.getTime() > now ? 'to come' : 'running';
}

/** Describes a promotion for a row of a list. */
export const summaryOf = (row: ListedPromotion, now = Date.now()): string[] => [
  standingOf(row, now),
  row.id === SAMPLES
    ? 'what a sample cost off its bottle'
    : `${offerWords(row)}${row.fromKobo > 0 ? ` from ${formatNaira(toNaira(row.fromKobo))}` : ''}`,
  ...(row.firstOrder ? ['first orders only'] : []),
  row.automatic ? 'without a code' : (row.code ?? counted(row.codes, 'code')),
  `${counted(row.uses, 'use')}${row.useLimit === null ? '' : ` of ${number(row.useLimit)}`}`,
  `${formatNaira(toNaira(row.givenKobo))} given away`,
];

/** Returns all promotions, newest first, or only one. */
export async function listPromotions(db: Database, id?: string): Promise<ListedPromotion[]> {
  return db
    .select({
      ...getTableColumns(promotions),
      uses: sql`(select count(*) from ${uses} where u.promotion_id = promotions.id)`.mapWith(
        Number,
      ),
      givenKobo: sql`(select coalesce(sum(u.kobo), 0) from ${uses}
        where u.promotion_id = promotions.id and o.status = 'paid')`.mapWith(Number),
      codes:
        sql`(select count(*) from promotion_codes c where c.promotion_id = promotions.id)`.mapWith(
          Number,
        ),
      code: sql<
        string | null
      >`(select min(c.code) from promotion_codes c where c.promotion_id = promotions.id and not c.once)`,
    })
    .from(promotions)
    .where(id === undefined ? undefined : eq(promotions.id, id))
    .orderBy(desc(promotions.createdAt), desc(promotions.id));
}

/** Yields the file of a promotion's codes, with their uses. */
export async function* codesFile(db: Database, id: string): AsyncGenerator<string> {
  const rows = await db
    .select({
      code: promotionCodes.code,
      once: promotionCodes.once,
      used: sql`(select count(*) from ${uses} where u.code = promotion_codes.code)`.mapWith(Number),
    })
    .from(promotionCodes)
    .where(eq(promotionCodes.promotionId, id))
    .orderBy(promotionCodes.code);
  yield BYTE_ORDER_MARK + csvLine(['Code', 'Counts once', 'Uses']);
  for (const { code, once, used } of rows) yield csvLine([code, once ? 'yes' : '', String(used)]);
}
