import { and, inArray, sql } from 'drizzle-orm';
import { promotionCodeOf } from '#backend/base/ids.ts';
import type { Database } from '#backend/db/connect.ts';
import type { Transaction } from '#backend/db/transact.ts';
import type { Order } from '#contract/order.ts';
import { lagosDay, lagosTime } from '#domain/delivery/calendar.ts';
import { toNaira } from '#domain/money/money.ts';
import { cardKey } from '#domain/products/sizes.ts';
import { type KeptPromotion, paidByLine } from '#domain/promotions/kept.ts';
import { promotionCodes, promotions, SAMPLES, type SampleTerms } from './tables.ts';
import { isUsed, uses } from './uses.ts';

type SampleCode = NonNullable<Order['sampleCodes']>[number];

const DAY_MS = 86_400_000;

const viewCode = (code: string, { kobo, name, productId, endsAt }: SampleTerms): SampleCode => ({
  code,
  discount: toNaira(kobo),
  name,
  productId,
  endsAt: new Date(endsAt).toISOString(),
});

/** Makes the promotion that all codes of samples belong to, if it is not there. */
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
 * Makes the codes of a paid order, in the transaction that makes it paid: for each fragrance of which it has samples one that takes what was paid for
 * them off a bottle, until the end of a day in Lagos. None for a fragrance without a bottle that is sold.
 * A code follows from the secret reference of its order. So an order that is made again from its payment has the code that its customer
 * was told, and of whichever order used it the use counts again.
 */
export async function makeSampleCodes(
  transaction: Transaction,
  order: { id: string; reference: string; promotion: KeptPromotion | null },
  lines: readonly { productId: string; priceKobo: number; quantity: number }[],
  { days, paidAt }: { days: number; paidAt: Date },
): Promise<SampleCode[]> {
  if (days === 0) return [];
  const ids = lines.map(({ productId }) => productId);
  const { rows } = await transaction.execute<{ id: string; group: string } & Bottle>(sql`
    select s.id, s.size_group as group, bottle.* from products s cross join lateral (
      select b.id as "productId", b.name from products b
      where card_key(b.size_group, b.id) = card_key(s.size_group, s.id) and b.sample is null and b.status = 'shown'
      order by b.size_ml, b.id limit 1) bottle
    where s.id = any(${sql.param(ids)}::text[]) and s.sample is not null`);
  const paid = paidByLine(lines, order.promotion);
  const endsAt = lagosTime(lagosDay(paidAt.getTime() + days * DAY_MS) + 1, 0) - 1;
  const made = [...Map.groupBy(rows, cardKey)].flatMap(([key, samples]) => {
    const kobo = paid.reduce(
      (sum, one, at) => sum + (samples.some(({ id }) => id === ids[at]) ? one : 0),
      0,
    );
    const code = `SAMPLE-${promotionCodeOf(`${order.reference} ${key}`)}`;
    return samples.slice(0, kobo > 0 ? 1 : 0).map(({ group, productId, name }) => ({
      code,
      terms: { kobo, group, productId, name, endsAt },
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

/** The codes from the samples of these orders, as long as they can be used. Only a paid order has any. */
export async function viewSampleCodes(
  db: Pick<Database, 'select'>,
  orders: readonly { id: string; status: Order['status'] }[],
): Promise<(orderId: string) => Pick<Order, 'sampleCodes'>> {
  const paid = orders.flatMap(({ id, status }) => (status === 'paid' ? id : []));
  if (paid.length === 0) return () => ({});
  const rows = await db
    .select()
    .from(promotionCodes)
    .where(
      and(
        inArray(promotionCodes.orderId, paid),
        sql`exists (select from orders o where o.id = ${promotionCodes.orderId} and ${isUsed})`,
        sql`not exists (select from ${uses} where u.code = ${promotionCodes.code})`,
      ),
    )
    .orderBy(promotionCodes.code);
  const now = Date.now();
  return (orderId) => {
    const sampleCodes = rows.flatMap(({ code, terms, ...row }) =>
      row.orderId === orderId && terms && now < terms.endsAt ? [viewCode(code, terms)] : [],
    );
    return sampleCodes.length > 0 ? { sampleCodes } : {};
  };
}
