import { eq } from 'drizzle-orm';
import { done, type Result, refuse } from '#backend/base/result.ts';
import { transact } from '#backend/db/transact.ts';
import type { WithEvents } from '#backend/events/events.ts';
import { count, type Limit } from '#backend/limits/rate-limits.ts';
import { lockOrder } from '#backend/orders/lock-order.ts';
import { company } from '#config/company.ts';
import type { ReturnBody } from '#contract/order-return.ts';
import { RETURN_REASONS, returnUntil } from '#domain/returns/rules.ts';
import { counted } from '#domain/words.ts';
import { returnLines, returns } from './tables.ts';
import { isKept, unitsLeft } from './view.ts';

/** The requests of one order: each brings two emails. */
const REQUESTS: Limit = { name: 'return', max: 10, seconds: 24 * 60 * 60 };

const wrong = (field: keyof ReturnBody, message: string) =>
  refuse('validation_failed', message, { fields: { [field]: message } });

/**
 * Records that the customer of an order asks to return goods. The caller has checked that it is hers. The same
 * attempt is one request. Refusals: validation_failed with the field, rate_limited, order_not_found if nothing can
 * be returned.
 */
export const askReturn = (
  { db, events }: WithEvents,
  orderId: string,
  body: ReturnBody,
): Promise<Result<null>> =>
  transact(db, async (transaction) => {
    const order = await lockOrder(transaction, orderId);
    const { online, days } = company.returns;
    if (!order || !online || !isKept(order))
      return refuse(
        'order_not_found',
        'Nothing of this order can be returned here. Write to us, and we will help you.',
      );
    const { attempt, items, reason, opened, words, wish } = body;
    const [known] = await transaction
      .select({ orderId: returns.orderId })
      .from(returns)
      .where(eq(returns.attempt, attempt));
    if (known)
      return known.orderId === orderId
        ? done(null)
        : wrong('attempt', 'This name is taken: make a new one.');
    const left = (await unitsLeft(transaction, [orderId])).get(orderId) ?? [];
    const wanted = new Map<number, number>();
    for (const { item, quantity } of items) wanted.set(item, (wanted.get(item) ?? 0) + quantity);
    for (const [item, quantity] of wanted) {
      const some = left[item] ?? 0;
      if (quantity > some)
        return wrong(
          'items',
          some > 0
            ? `Of one of them you can send back ${counted(some, 'unit')} more. Look at your order again.`
            : 'One of them cannot be sent back, or you have asked for it already. Look at your order again.',
        );
    }
    const until = returnUntil(reason, order.arrivedAt && +order.arrivedAt, days);
    if (until !== null && until < Date.now())
      return wrong(
        'reason',
        'The time for this has passed. Write to us if something is wrong with it.',
      );
    if (!RETURN_REASONS[reason].atFault && opened && !online.opened)
      return wrong('opened', 'An opened bottle stays with you, unless something is wrong with it.');
    if (RETURN_REASONS[reason].atFault && words === '')
      return wrong('words', 'Describe what is wrong, so that we can put it right.');
    const limited = await count(transaction, [REQUESTS, orderId]);
    if (!limited.ok) return limited;
    const [row] = await transaction
      .insert(returns)
      .values({ orderId, attempt, reason, opened, words, wish })
      .returning({ id: returns.id });
    if (!row) throw new Error('The database returned no return');
    await transaction.insert(returnLines).values(
      [...wanted].map(([position, quantity]) => ({
        returnId: row.id,
        orderId,
        position,
        quantity,
      })),
    );
    await events.publish(transaction, { type: 'return.asked', return: row.id });
    return done(null);
  });
