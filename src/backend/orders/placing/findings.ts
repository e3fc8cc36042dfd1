import { asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Transaction } from '#backend/db/transact.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';
import { type Found, offered } from '#backend/promotions/offers.ts';
import { promotionCodes, promotions } from '#backend/promotions/tables.ts';
import type { InitializeBody } from '#contract/checkout.ts';
import { toKobo } from '#domain/money/money.ts';
import { countingBegun } from './begun-limits.ts';
import type { Client } from './client.ts';
import { type ReservationLimits, reservedUnits } from './reservation-caps.ts';

/** The facts that the database has about an order before its products are locked. */
export interface Findings {
  /** The order that this attempt has made already. */
  known: OrderRow | null;
  /** Seconds until another order may be begun. Null: at once. */
  secondsToWait: number | null;
  /** The fee in kobo. Null when the shop does not deliver to the place, or to none at that fee. */
  feeKobo: number | null;
  /** The state of the chosen place; null if none was chosen, or it has none. */
  placeState: string | null;
  /** Units of the other unpaid orders of the customer, and of the network address; null when it is not known. */
  reserved: { self: number; address: number | null };
  /** The promotions that may count. How often they have is asked under their locks. */
  offered: Found[];
}

/**
 * Reads all of it, and counts the order that is begun (begun-limits.ts), in one statement: every purchase waits for it.
 * Call it after a statement that has locked the client. `replaced` are orders that the new one replaces.
 */
export async function readAndCount(
  transaction: Transaction,
  body: InitializeBody,
  client: Client,
  limits: ReservationLimits,
  replaced: readonly string[],
): Promise<Findings> {
  const customer = { ...client, email: body.email };
  const isKnown = sql`select from orders where attempt_key = ${client.attemptKey}`;
  const begun = countingBegun(customer, limits, sql`not exists (${isKnown})`);
  const filled = transaction.$with('filled', {}).as(begun.filled);
  const counted = transaction.$with('counted', {}).as(begun.counted);
  const offers = offered({ ...customer, typed: body.code });
  const rows = await transaction
    .with(filled, counted)
    .select({
      known: getTableColumns(orders),
      secondsToWait: begun.secondsToWait,
      feeKobo: fee(body),
      placeState: sql<string | null>`(
        select state from shipping_places where place = ${body.shippingLocation ?? null} limit 1)`,
      reserved: reservedUnits(customer, replaced),
      ...offers.columns,
    })
    .from(sql`(select) as once`)
    .leftJoin(orders, eq(orders.attemptKey, sql`${client.attemptKey}`))
    .leftJoin(promotions, offers.promotion)
    .leftJoin(promotionCodes, offers.code)
    .orderBy(asc(promotions.id));
  // One row for each promotion, or one without any.
  const [first] = rows;
  if (!first) throw new Error('The database returned no row');
  const { known, secondsToWait, feeKobo, placeState, reserved } = first;
  const found = rows.flatMap(({ row, code, own, once, terms, holder }) =>
    row === null ? [] : { row, code, own, once, terms, holder },
  );
  return { known, secondsToWait, feeKobo, placeState, reserved, offered: found };
}

/** The fee in kobo: of the chosen place, or, if the client names none, of any place; then the merchant checks it. */
function fee({ shippingLocation, shippingFee }: InitializeBody) {
  const place = shippingLocation
    ? sql`place = ${shippingLocation}`
    : sql`amount_kobo = ${toKobo(shippingFee)}`;
  return sql<
    number | null
  >`(select amount_kobo from shipping_places where ${place} limit 1)`.mapWith((kobo) =>
    kobo === null ? null : Number(kobo),
  );
}
