import { and, asc, eq, getTableColumns, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { discountOf } from '#backend/products/catalogue/product-view.ts';
import type { ProductRow } from '#backend/products/stocked-products.ts';
import { toNaira } from '#domain/money/money.ts';
import { salePriceKobo } from '#domain/money/price.ts';
import type { Offer } from '#domain/promotions/best.ts';
import { codeOf } from '#domain/promotions/code.ts';
import type { CartLine, Promotion } from '#domain/promotions/promotion.ts';
import { type PromotionRow, promotionCodes, promotions, type SampleTerms } from './tables.ts';
import { endedBy, uses } from './uses.ts';

/** For whom offers are looked up. */
export interface Shopper {
  /** The code as typed. */
  typed?: string | undefined;
  /** Without them nobody's earlier uses are known. */
  email?: string | undefined;
  accountId?: string | null;
  /** Keys of attempts to pay whose unpaid orders her next one replaces. */
  attempts?: readonly string[];
}

type Connection = Pick<Database, 'select' | 'execute'>;

/** A promotion that may count, and the code if it was typed. */
export interface Found {
  row: PromotionRow;
  code: string | null;
  once: boolean | null;
  terms: SampleTerms | null;
  /** Of a code that came with an order. */
  holder: { hers: boolean | null; counts: boolean } | null;
}

/**
 * How a statement finds what may count for a typed code: the promotions that count by themselves, and that of the code, also when it has
 * ended; then the row of the code beside its promotion.
 */
export function offered({ typed = '', email = '', accountId = null }: Shopper) {
  const code = codeOf(typed);
  const automatic = and(
    promotions.automatic,
    isNull(promotions.stoppedAt),
    or(isNull(promotions.endsAt), gt(promotions.endsAt, sql`now()`)),
  );
  return {
    columns: {
      row: getTableColumns(promotions),
      code: promotionCodes.code,
      once: promotionCodes.once,
      terms: promotionCodes.terms,
      holder: holderOf(email, accountId),
    },
    promotion: or(
      automatic,
      sql`${promotions.id} = (select promotion_id from promotion_codes where code = ${code})`,
    ),
    code: and(eq(promotionCodes.promotionId, promotions.id), eq(promotionCodes.code, code)),
  };
}

/** The promotions that may count for a shopper. */
export async function offersFor(db: Database, shopper: Shopper): Promise<Offer[]> {
  const { columns, promotion, code } = offered(shopper);
  const rows = await db
    .select(columns)
    .from(promotions)
    .leftJoin(promotionCodes, code)
    .where(promotion)
    .orderBy(asc(promotions.id));
  return countedOffers(db, rows, shopper);
}

/**
 * What was found, with how often it has counted.
 * @param lock - in a transaction that makes an order: nobody else uses those that have a limit until it ends.
 */
export async function countedOffers(
  db: Connection,
  rows: readonly Found[],
  shopper: Shopper,
  lock = false,
): Promise<Offer[]> {
  const counted = rows.filter(({ row, once }) => row.useLimit || row.customerLimit || once);
  if (counted.length === 0) return rows.map((row) => offerOf(row, undefined));
  if (lock) await lockRows(db, counted);
  const counts = await countUses(db, counted, shopper);
  return rows.map((row) => offerOf(row, counts.get(row.row.id)));
}

/** Of a code that came with an order: whether it is hers, as far as she is known, and whether it still counts. */
const holderOf = (email: string, accountId: string | null) =>
  sql<{ hers: boolean | null; counts: boolean } | null>`(
    select json_build_object('hers', ${email} = '' or o.email = ${email} or o.account_id = ${accountId}, 'counts', ${endedBy} is null)
    from orders o where o.id = ${promotionCodes.orderId})`;

const offerOf = (
  { row, code, once, terms, holder }: Found,
  counted: Offer['uses'] = { all: 0, customer: 0, code: 0 },
): Offer => ({
  promotion: {
    ...promotionOf(row),
    ...(terms && {
      takes: { kind: 'naira', kobo: terms.kobo },
      scope: { of: 'bottles', names: [terms.group] },
      endsAt: holder?.counts ? terms.endsAt : 0,
    }),
  },
  uses: counted,
  ...(code !== null && { code, once: once === true }),
  ...(terms && !holder?.hers && { ofAnother: true }),
});

/** A row as the rules have it. One that was stopped has ended. */
const promotionOf = ({ useLimit, ...row }: PromotionRow): Promotion => ({
  ...row,
  beginsAt: row.beginsAt?.getTime() ?? null,
  endsAt: (row.stoppedAt ?? row.endsAt)?.getTime() ?? null,
  limit: useLimit,
});

const idsOf = (found: readonly Found[]) => found.map(({ row }) => row.id);

/** In one order of ids, so that no two orders wait for each other. The next statement, which counts, sees what others did before. */
const lockRows = (db: Connection, found: readonly Found[]) =>
  db
    .select({ id: promotions.id })
    .from(promotions)
    .where(inArray(promotions.id, idsOf(found)))
    .orderBy(asc(promotions.id))
    .for('no key update');

/** Of a promotion that has no limit but that of its code, only the uses of the code are read. */
async function countUses(
  db: Connection,
  found: readonly Found[],
  { email = '', accountId = null, attempts = [] }: Shopper,
): Promise<Map<string, Offer['uses']>> {
  const limited = idsOf(found.filter(({ row }) => row.useLimit || row.customerLimit));
  const code = found.find(({ once }) => once)?.code ?? null;
  const { rows } = await db.execute<{ id: string } & Record<keyof Offer['uses'], number>>(sql`
    select u.promotion_id as id, count(*)::int as all, count(*) filter (where u.code = ${code})::int as code,
      count(*) filter (where o.email <> '' and o.email = ${email} or o.account_id = ${accountId})::int as customer
    from ${uses}
    where (u.promotion_id = any(${sql.param(limited)}::text[]) or u.code = ${code})
      and not (o.status = 'pending' and coalesce(o.attempt_key = any(${sql.param([...attempts])}::text[]), false))
    group by u.promotion_id`);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** Kobo for one unit now. */
export const priceOf = (row: ProductRow, now: number): number =>
  salePriceKobo({ price: toNaira(row.priceKobo), discount: discountOf(row, now) }, now);

/** A line of a cart, as promotions see it. */
export const cartLine = (row: ProductRow, quantity: number, now: number): CartLine => ({
  productId: row.id,
  brand: row.brand,
  categories: row.categories,
  group: row.group,
  sample: Boolean(row.sample),
  quantity,
  fullKobo: row.priceKobo,
  priceKobo: priceOf(row, now),
});
