import { and, eq, isNotNull, not, sql } from 'drizzle-orm';
import { isReference } from '#backend/base/ids.ts';
import type { Database } from '#backend/db/connect.ts';
import { type Transaction, transact } from '#backend/db/transact.ts';
import type { Events, WithEvents } from '#backend/events/events.ts';
import { lockPayment } from '#backend/orders/lock-order.ts';
import { type PaymentRow, payments } from '#backend/orders/payment-tables.ts';
import { NEWS_PAUSE_MS } from '#backend/orders/rechecks.ts';
import { hasMoney } from '#backend/orders/status.ts';
import { type OrderRow, orders, webhookEvents } from '#backend/orders/tables.ts';
import type { ProviderName } from '#backend/payment-provider/names.ts';
import type {
  PaymentProvider,
  ProviderNews,
  TransferNews,
} from '#backend/payment-provider/provider.ts';
import { keepDispute } from '#backend/refunds/disputes.ts';
import { keepRefund } from '#backend/refunds/recording.ts';

/** The outcome of a webhook. */
export interface KeptEvent {
  /** The payment it is about. Null for a reference that is not of our form: it is of another system. */
  payment: PaymentRow | null;
  /** The order of the payment. Null for money without an order (unmatched/). */
  order: OrderRow | null;
  /** Whether the provider must be asked about the payment. */
  ask: boolean;
  /** Whether it is about a refund or a dispute in a format that we do not know. */
  unread: boolean;
}

/** Whether the order already says what the event says. */
export const isConfirmed = (order: OrderRow, about: ProviderNews['about']): boolean =>
  about === 'money' && hasMoney(order);

/**
 * Stores a webhook, with what it says about a refund or a dispute, whole or not at all: the event, the change of
 * the payment and the emails. A repeated event is stored once. From here on the sweeper asks the provider about the
 * payment, until verify confirms the news. One that no order has becomes a row, too.
 */
export function keepEvent(
  { db, events }: WithEvents,
  provider: ProviderName,
  webhook: ProviderNews,
): Promise<KeptEvent> {
  const { about, refund, dispute, transfer } = webhook;
  // A charge is one statement, and needs no transaction around it.
  if (about === 'money' || about === 'other') return store(db, provider, webhook);
  return transact(db, async (transaction) => {
    if (transfer) return keepWrongTransfer(transaction, provider, { ...webhook, transfer }, events);
    if (webhook.reference !== null) await lockPayment(transaction, webhook.reference);
    const stored = await store(transaction, provider, webhook);
    const { payment, order } = stored;
    if (!payment || !stored.added) return stored;
    if (refund) await keepRefund(transaction, { payment, order }, refund, events);
    if (dispute) await keepDispute(transaction, { payment, order }, dispute, events);
    return { ...stored, unread: !refund && !dispute };
  });
}

/**
 * Returns a message with the reference of its payment, which it may name by the provider's number alone. A number that no
 * payment has yet is asked for. Null if the provider does not answer.
 */
export async function withReference(
  db: Pick<Database, 'select'>,
  { name, referenceOf }: Pick<PaymentProvider, 'name' | 'referenceOf'>,
  news: ProviderNews,
): Promise<ProviderNews | null> {
  const { reference, providerId } = news;
  if (reference !== null || providerId === undefined || !referenceOf) return news;
  const [known] = await db
    .select({ reference: payments.reference })
    .from(payments)
    .where(and(eq(payments.provider, name), eq(payments.providerId, providerId)))
    .limit(1);
  if (known) return { ...news, ...known };
  const asked = await referenceOf(providerId);
  if (asked.ok) return { ...news, reference: asked.value };
  return asked.refusal.code === 'unknown_reference' ? news : null;
}

/** Keeps a transfer that the provider did not accept, on the payment of its account, and tells the customer. */
async function keepWrongTransfer(
  transaction: Transaction,
  provider: ProviderName,
  { event, key, transfer: { providerId, amountKobo } }: ProviderNews & { transfer: TransferNews },
  events: Events,
): Promise<KeptEvent> {
  const nothing = { payment: null, order: null, ask: false, unread: false };
  const added = await transaction
    .insert(webhookEvents)
    .values({ event, dataId: key, reference: null })
    .onConflictDoNothing()
    .returning({ event: webhookEvents.event });
  if (added.length === 0) return nothing;
  const [payment] = await transaction
    .update(payments)
    .set({ rejectedKobo: amountKobo, rejectedAt: sql`now()` })
    .where(
      and(
        eq(payments.provider, provider),
        eq(payments.providerId, providerId),
        isNotNull(payments.account),
      ),
    )
    .returning({ reference: payments.reference });
  if (!payment) return nothing;
  const told = { type: 'payment.wrong_transfer', payment: payment.reference, amountKobo } as const;
  await events.publish(transaction, told);
  return nothing;
}

/** Stores the event, and for the sweeper that the payment has news. `added` says that it is the first of its kind. */
async function store(
  db: Pick<Database, '$with' | 'with' | 'insert' | 'select' | 'update'>,
  provider: ProviderName,
  { about, event, key, reference }: ProviderNews,
): Promise<KeptEvent & { added: boolean }> {
  const added = db
    .$with('added')
    .as(
      db
        .insert(webhookEvents)
        .values({ event, dataId: key, reference })
        .onConflictDoNothing()
        .returning({ event: webhookEvents.event }),
    );
  const isOurs = eq(payments.reference, sql`${reference}`);
  const hasOrder = eq(orders.id, payments.orderId);
  const isTold =
    about === 'money'
      ? sql`exists (select from ${orders} where ${hasOrder} and (${orders.status} = 'paid' or ${orders.refundNeeded}))`
      : sql`false`;
  const nextAt = sql`now() + ${NEWS_PAUSE_MS} * interval '1 millisecond'`;
  const news = db.$with('news').as(
    db
      .update(payments)
      .set({ newsAt: sql`coalesce(${payments.newsAt}, now())`, nextAt })
      .where(and(isOurs, not(isTold), sql`exists (select from added)`))
      .returning(),
  );
  const [told] = await db
    .with(added, news)
    .select()
    .from(news)
    .leftJoin(orders, eq(orders.id, news.orderId));
  if (told)
    return { payment: told.news, order: told.orders, ask: true, unread: false, added: true };
  const [known] = await db
    .select({ payment: payments, order: orders })
    .from(payments)
    .leftJoin(orders, hasOrder)
    .where(isOurs);
  if (known) {
    const { payment, order } = known;
    // The provider repeats what it does not know to be received, so unconfirmed news is asked about at once, too.
    const ask = order !== null && payment.newsAt !== null && !isConfirmed(order, about);
    return { payment, order, ask, unread: false, added: false };
  }
  const none = { order: null, ask: false, unread: false };
  if (reference === null || !isReference(reference))
    return { ...none, payment: null, added: false };
  const row = { reference, provider, foundBy: 'webhook' as const, newsAt: sql`now()`, nextAt };
  const [payment] = await db.insert(payments).values(row).onConflictDoNothing().returning();
  return { ...none, payment: payment ?? null, added: payment !== undefined };
}
