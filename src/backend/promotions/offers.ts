import { and, asc, eq, getTableColumns, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { discountOf } from '#backend/products/catalogue/product-view.ts';
import type { ProductRow } from '#backend/products/stocked-products.ts';
import { toNaira } from '#domain/money/money.ts';
import { salePriceKobo } from '#domain/money/price.ts';
import type { Offer } from '#domain/promotions/offer.ts';
import { type CartLine, isFor, type Promotion } from '#domain/promotions/promotion.ts';
import { type Asker, hasOrdered, isOf, lockCustomer, textArray } from './first-orders.ts';
import { type PromotionRow, promotionCodes, promotions, type SampleTerms } from './tables.ts';
import { codeNamed } from './typed-code.ts';
import { endedBy, uses } from './uses.ts';

/** The shopper for whom offers are looked up. */
export interface Shopper extends Asker {
  /** The code as typed. */
  typed?: string | undefined;
  /** Set for a quote, which shows only the uses of this account and these attempts. */
  asks?: boolean;
}

type Connection = Pick<Database, 'select' | 'execute'>;

/** A promotion that may count, and its code if there is one for this shopper. */
export interface Found {
  row: PromotionRow;
  code: string | null;
  /** Whether the code was not typed but came with an order of the account. */
  own: boolean | null;
  once: boolean | null;
  terms: SampleTerms | null;
  /** For a code that came with an order. */
  holder: { known: boolean; hers: boolean | null; counts: boolean } | null;
}

/**
 * Returns the parts of a statement that finds what may count: promotions without a code, and those of the typed code, even
 * if it has ended, and of codes from the account's orders. Then the row of each code, beside its promotion.
 */
export function offered({ typed = '', email = '', accountId = null, attempts = [] }: Shopper) {
  const code = codeNamed(typed);
  const automatic = and(
    promotions.automatic,
    isNull(promotions.stoppedAt),
    or(isNull(promotions.endsAt), gt(promotions.endsAt, sql`now()`)),
  );
  // One array, so that PostgreSQL uses the index of the codes.
  const codes = sql`array(
    select ${code} union all
    select c.code from promotion_codes c join orders o on o.id = c.order_id
    where ${isOf(accountId)} and (c.terms->>'endsAt')::bigint > extract(epoch from now()) * 1000)`;
  return {
    columns: {
      row: getTableColumns(promotions),
      code: promotionCodes.code,
      own: sql<boolean | null>`${promotionCodes.code} <> ${code}`,
      once: promotionCodes.once,
      terms: promotionCodes.terms,
      holder: holderOf(email, accountId, attempts),
    },
    promotion: or(
      automatic,
      sql`${promotions.id} = any(array(select promotion_id from promotion_codes where code = any(${codes})))`,
    ),
    code: and(
      eq(promotionCodes.promotionId, promotions.id),
      sql`${promotionCodes.code} = any(${codes})`,
    ),
  };
}

/** Returns the promotions that may count for a shopper and these products. */
export async function offersFor(
  db: Database,
  products: readonly ProductRow[],
  shopper: Shopper,
): Promise<Offer[]> {
  const { columns, promotion, code } = offered(shopper);
  const rows = await db
    .select(columns)
    .from(promotions)
    .leftJoin(promotionCodes, code)
    .where(promotion)
    .orderBy(asc(promotions.id));
  return countedOffers(db, rows, products, shopper);
}

/**
 * Returns what was found, with its number of uses. Leaves out a code of the account that fits none of the products.
 * @param lock - for a transaction that makes an order. Until it ends, nobody else uses promotions with a limit, and no
 *   other order of this customer asks whether it is the first.
 */
export async function countedOffers(
  db: Connection,
  found: readonly Found[],
  products: readonly ProductRow[],
  shopper: Shopper,
  lock = false,
): Promise<Offer[]> {
  const rows = found.filter(
    ({ own, terms }) => !(own && terms) || products.some((row) => isBottle(row, terms)),
  );
  const isAsked = rows.some(({ row }) => row.firstOrder);
  if (isAsked && lock) await lockCustomer(db, shopper);
  const known = { ...shopper, hasOrdered: isAsked && (await hasOrdered(db, shopper)) };
  const counted = rows.filter(({ row, once }) => row.useLimit || row.customerLimit || once);
  if (counted.length === 0) return rows.map((row) => offerOf(row, UNUSED, known));
  if (lock) await lockRows(db, counted);
  const usesOf = await countUses(db, counted, shopper);
  return rows.map((row) => offerOf(row, usesOf(row), known));
}

const UNUSED: Offer['uses'] = { all: 0, customer: 0, code: 0 };

/** Returns the products that the code of a sample is for. */
const bottlesOf = ({ group, productId: bottle }: SampleTerms) =>
  ({ of: 'bottles', names: [group], bottle }) as const;
const isBottle = (row: ProductRow, terms: SampleTerms) =>
  isFor({ scope: bottlesOf(terms) }, cartLine(row, 1, 0));

/** For a code from an order: whether the order is known to be hers, may be hers, and whether the code still counts. */
const holderOf = (email: string, accountId: string | null, attempts: readonly string[]) =>
  sql<Found['holder']>`(
    select json_build_object(
      'known', coalesce(${isOf(accountId)}, false) or coalesce(o.attempt_key = ${textArray(attempts)}, false),
      'hers', ${email} = '' or o.email = ${email} or ${isOf(accountId)}, 'counts', ${endedBy} is null)
    from orders o where o.id = ${promotionCodes.orderId})`;

const offerOf = (
  { row, code, own, once, terms, holder }: Found,
  counted: Offer['uses'],
  { asks, hasOrdered: isLater }: Shopper & { hasOrdered: boolean },
): Offer => ({
  promotion: {
    ...promotionOf(row),
    ...(terms && {
      takes: { kind: 'naira', kobo: terms.kobo },
      scope: bottlesOf(terms),
      endsAt: holder?.counts || (asks && !holder?.known) ? terms.endsAt : 0,
    }),
  },
  uses: counted,
  hasOrdered: isLater,
  ...(code !== null && { code, once: once === true }),
  ...(own && { own }),
  ...(terms && { creditKobo: terms.kobo, ...(!holder?.hers && { ofAnother: true }) }),
});

/** Returns a row in the rules' form. A stopped promotion has ended. */
const promotionOf = ({ useLimit, ...row }: PromotionRow): Promotion => ({
  ...row,
  beginsAt: row.beginsAt?.getTime() ?? null,
  endsAt: (row.stoppedAt ?? row.endsAt)?.getTime() ?? null,
  limit: useLimit,
});

const idsOf = (found: readonly Found[]) => found.map(({ row }) => row.id);

/** Locks rows in the order of ids, so that no two orders wait for each other. The next statement sees earlier changes. */
const lockRows = (db: Connection, found: readonly Found[]) =>
  db
    .select({ id: promotions.id })
    .from(promotions)
    .where(inArray(promotions.id, idsOf(found)))
    .orderBy(asc(promotions.id))
    .for('no key update');

/** Counts uses. If a promotion's only limit is that of its codes, reads only the uses of these codes. */
async function countUses(
  db: Connection,
  found: readonly Found[],
  { email = '', accountId = null, attempts = [], asks }: Shopper,
): Promise<(of: Found) => Offer['uses']> {
  const limited = idsOf(found.filter(({ row }) => row.useLimit || row.customerLimit));
  const codes = found.flatMap(({ once, code }) => (once && code !== null ? code : []));
  const { rows } = await db.execute<{
    id: string;
    code: string | null;
    all: number;
    customer: number;
  }>(sql`
    select u.promotion_id as id, counted.code, count(*)::int as all,
      count(*) filter (where o.email <> '' and o.email = ${email} or o.account_id = ${accountId}
        or o.attempt_key = ${textArray(attempts)})::int as customer
    from ${uses} cross join lateral (select case when u.code = ${textArray(codes)} then u.code end as code) counted
    where (u.promotion_id = ${textArray(limited)} or u.code = ${textArray(codes)})
      and not (o.status = 'pending' and coalesce(o.attempt_key = ${textArray(attempts)}, false))
    group by u.promotion_id, counted.code`);
  return ({ row, code, holder }) => {
    const mine = rows.filter(({ id }) => id === row.id);
    const total = (name: 'all' | 'customer', some = mine) =>
      some.reduce((sum, one) => sum + one[name], 0);
    return {
      all: total('all'),
      customer: total('customer'),
      // A person who finds a code must not learn whether its holder has used it.
      code: total(
        asks && !holder?.known ? 'customer' : 'all',
        mine.filter((one) => one.code === code),
      ),
    };
  };
}

/** Returns the kobo for one unit now. */
export const priceOf = (row: ProductRow, now: number): number =>
  salePriceKobo({ price: toNaira(row.priceKobo), discount: discountOf(row, now) }, now);

/** Returns a line of a cart in the form for promotions. */
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
