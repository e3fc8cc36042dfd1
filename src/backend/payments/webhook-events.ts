import { and, eq, not, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { transact } from '#backend/db/transact.ts';
import { NEWS_PAUSE_MS } from '#backend/orders/rechecks.ts';
import { type OrderRow, orders, webhookEvents } from '#backend/orders/tables.ts';
import type { ProviderNews } from '#backend/payment-provider/provider.ts';
import { keepDispute } from '#backend/refunds/disputes.ts';
import { keepRefund } from '#backend/refunds/recording.ts';
import type { Settings } from '#backend/settings/settings.ts';

/** What became of a webhook. */
export interface KeptEvent {
  /**
   * The order it is about. Null for a reference that no order has: of another system, or of an order that was lost
   * (unmatched/).
   */
  order: OrderRow | null;
  /** Whether the provider must be asked about the payment. */
  ask: boolean;
  /** Whether it is about a refund or a dispute in a format that we do not know. */
  unread: boolean;
}

/** Whether the order already says what the event says. */
export const isConfirmed = (order: OrderRow, about: ProviderNews['about']): boolean =>
  about === 'paid' && (order.status === 'paid' || order.refundNeeded);

/**
 * Stores a webhook, with what it says about a refund or a dispute, whole or not at all: the event, the change of
 * the order and the emails. A repeated event is stored once. From here on the sweeper asks the provider about the
 * order, until verify confirms the news.
 */
export function keepEvent(
  db: Database,
  webhook: ProviderNews,
  settings: Settings,
): Promise<KeptEvent> {
  const { about, refund, dispute } = webhook;
  // A charge is one statement, and needs no transaction around it.
  if (about !== 'refund' && about !== 'dispute') return store(db, webhook);
  return transact(db, async (transaction) => {
    const stored = await store(transaction, webhook);
    if (!stored.order || !stored.added) return stored;
    if (refund) await keepRefund(transaction, stored.order, refund, settings);
    if (dispute) await keepDispute(transaction, stored.order, dispute, settings);
    return { ...stored, unread: !refund && !dispute };
  });
}

/**
 * Stores the event, and for the sweeper that the order has news. `added` says that it has, and that it is locked
 * until the transaction ends.
 */
async function store(
  db: Pick<Database, '$with' | 'with' | 'insert' | 'select'>,
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
  const isOurs = eq(orders.reference, sql`${reference}`);
  const isTold =
    about === 'paid' ? sql`(${orders.status} = 'paid' or ${orders.refundNeeded})` : sql`false`;
  const [told] = await db
    .with(added)
    .update(orders)
    .set({
      newsAt: sql`coalesce(${orders.newsAt}, now())`,
      recheckAt: sql`now() + ${NEWS_PAUSE_MS} * interval '1 millisecond'`,
    })
    .where(and(isOurs, not(isTold), sql`exists (select from added)`))
    .returning();
  if (told) return { order: told, ask: true, unread: false, added: true };
  const [order] = await db.select().from(orders).where(isOurs);
  if (!order) return { order: null, ask: false, unread: false, added: false };
  // The provider repeats what it does not know to be received, so unconfirmed news is asked about at once, too.
  const ask = order.newsAt !== null && !isConfirmed(order, about);
  return { order, ask, unread: false, added: false };
}
