import { inArray, or, sql } from 'drizzle-orm';
import { promotionCodeOf } from '#backend/base/ids.ts';
import { paidForLine } from '#backend/base/still-counts.ts';
import type { Database } from '#backend/db/connect.ts';
import type { Transaction } from '#backend/db/transact.ts';
import type { Order } from '#contract/order.ts';
import { lagosDay, timeOn } from '#domain/delivery/calendar.ts';
import { toNaira } from '#domain/money/money.ts';
import { cardKey } from '#domain/products/sizes.ts';
import { promotionCodes, promotions, SAMPLES, type SampleTerms } from './tables.ts';
import { type EndedBy, endedBy, uses } from './uses.ts';

type SampleCode = NonNullable<Order['sampleCodes']>[number];

const DAY_MS = 86_400_000;

const viewCode = (code: string, { kobo, name, productId, endsAt }: SampleTerms): SampleCode => ({
  code,
  discount: toNaira(kobo),
  name,
  productId,
  endsAt: new Date(endsAt).toISOString(),
});

/** Creates the promotion of all sample codes, if it does not exist. */
export const openSamples = (transaction: Transaction) =>
  transaction
    .insert(promotions)
    .values({
      id: SAMPLES,
      label: 'Price of your sample',
      takes: { kind: 'naira', kobo: 0 },
      scope: { of: 'all' },
      addsUp: true,
    })
    .onConflictDoNothing();

/**
 * Makes the codes of a paid order, in the transaction that makes it paid. Each fragrance with samples gets one, which
 * takes their price off a bottle until the end of a day in Lagos. A fragrance without a bottle for sale gets none. A code
 * is derived from the secret reference of its order. So an order that is made again from its payment has the same code,
 * and its uses count again, whatever order used it.
 */
export async function makeSampleCodes(
  transaction: Transaction,
  order: { id: string; reference: string },
  { days, paidAt }: { days: number; paidAt: Date },
): Promise<SampleCode[]> {
  if (days === 0) return [];
  const { rows } = await transaction.execute<
    { id: string; group: string; position: number; kobo: string } & Bottle
  >(sql`
    select s.id, s.size_group as group, i.position, ${paidForLine} as kobo, bottle.*
    from order_items i join orders o on o.id = i.order_id join products s on s.id = i.product_id cross join lateral (
      select b.id as "productId", b.name from products b
      where card_key(b.size_group, b.id) = card_key(s.size_group, s.id) and b.sample is null and b.status = 'shown'
      order by b.size_ml, b.id limit 1) bottle
    where i.order_id = ${order.id} and s.sample is not null order by i.position`);
  const endsAt = timeOn(lagosDay(paidAt.getTime() + days * DAY_MS) + 1, 0) - 1;
  const made = [...Map.groupBy(rows, cardKey)].flatMap(([key, samples]) => {
    const kobo = samples.reduce((sum, one) => sum + Number(one.kobo), 0);
    const lines = samples.map(({ position }) => position);
    const code = `SAMPLE-${promotionCodeOf(`${order.reference} ${key}`)}`;
    return samples.slice(0, kobo > 0 ? 1 : 0).map(({ group, productId, name }) => ({
      code,
      terms: { kobo, group, productId, name, endsAt, lines },
    }));
  });
  if (made.length === 0) return [];
  await openSamples(transaction);
  await transaction
    .insert(promotionCodes)
    .values(made.map((one) => ({ ...one, promotionId: SAMPLES, once: true, orderId: order.id })))
    .onConflictDoNothing();
  return made.map(({ code, terms }) => viewCode(code, terms));
}

type Bottle = Pick<SampleTerms, 'productId' | 'name'>;

/** A code from samples, with its state. */
export interface KeptSampleCode extends SampleCode {
  orderId: string | null;
  used: boolean;
  endedBy: EndedBy | null;
  /** Whether it has expired. */
  past: boolean;
}

/** Returns the codes from samples with one of these names or from one of these orders, in any state. */
export async function readSampleCodes(
  db: Pick<Database, 'select'>,
  names: string[],
): Promise<KeptSampleCode[]> {
  const used = sql<boolean>`exists (select from ${uses} where u.code = promotion_codes.code)`;
  const rows = await db
    .select({ row: promotionCodes, used, endedBy })
    .from(promotionCodes)
    .where(or(inArray(promotionCodes.orderId, names), inArray(promotionCodes.code, names)))
    .orderBy(promotionCodes.code);
  const now = Date.now();
  return rows.flatMap(({ row: { code, terms, orderId }, ...state }) =>
    terms ? { ...viewCode(code, terms), orderId, ...state, past: now >= terms.endsAt } : [],
  );
}

/** Returns the codes from the samples of these orders that can still be used. Only a paid order has any. */
export async function viewSampleCodes(
  db: Pick<Database, 'select'>,
  orders: readonly { id: string; status: Order['status'] }[],
): Promise<(orderId: string) => Pick<Order, 'sampleCodes'>> {
  const orderIds = orders.flatMap(({ id, status }) => (status === 'paid' ? id : []));
  if (orderIds.length === 0) return () => ({});
  const codes = await readSampleCodes(db, orderIds);
  return (id) => {
    const sampleCodes = codes.flatMap(({ orderId, used, endedBy: ended, past, ...code }) =>
      orderId !== id || used || ended || past ? [] : code,
    );
    return sampleCodes.length > 0 ? { sampleCodes } : {};
  };
}

/** Returns the unused codes that a refund or a lost dispute has ended, for the email about it. */
export const codesEndedBy = async (
  transaction: Pick<Transaction, 'select'>,
  orderId: string,
  { refund, dispute }: EndedBy,
): Promise<KeptSampleCode[]> =>
  (await readSampleCodes(transaction, [orderId])).filter(
    ({ used, past, endedBy: by }) =>
      !used && !past && by?.refund === refund && by.dispute === dispute,
  );
