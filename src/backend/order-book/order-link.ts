import { and, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { done, type Result, refuse } from '#backend/base/result.ts';
import { hashSecret, newSecret } from '#backend/base/secrets.ts';
import type { Database } from '#backend/db/connect.ts';
import { count, type Limit } from '#backend/limits/rate-limits.ts';
import { enqueue } from '#backend/mail/outbox.ts';
import { emails } from '#backend/mail/tables.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { paths } from '#config/paths.ts';
import type { Order } from '#contract/order.ts';
import { noSuchOrder } from './customer-orders.ts';
import { ORDER_LINK_EMAIL_PREFIX, orderLinkEmail } from './link-email.ts';
import { viewOrders } from './order-view.ts';

type LinkSettings = Pick<Settings, 'SITE_URL' | 'ORDER_LINK_DAYS'>;

/** The limit of emails with a new link to one order, so that the holder of an old link cannot fill a mailbox. */
const NEW_LINKS: Limit = { name: 'order link', max: 3, seconds: 24 * 60 * 60 };

/** Returns the address that shows one order to anybody who has it. Its secret is only in emails. */
export const orderLink = (
  { SITE_URL }: Pick<LinkSettings, 'SITE_URL'>,
  id: string,
  secret: string,
) => `${SITE_URL}${paths.sharedOrder(id, secret)}`;

/**
 * Finds the order of a link, and whether the link has ended. The secret is from an email, or is the key of the attempt
 * that made the order (extension order.attempt). `greatest` ignores nulls.
 */
async function find(db: Pick<Database, 'select'>, secret: string, days: number) {
  const hash = hashSecret(secret);
  const day = sql`${days}::int * interval '1 day'`;
  const renewed = sql`case when ${orders.shareHash} = ${hash} then ${orders.sharedAt} + ${day} end`;
  const end = sql`greatest(coalesce(${orders.arrivedAt} + ${day}, ${orders.paidAt} + 2 * ${day}), ${renewed})`;
  const [row] = await db
    .select({
      order: orders,
      ended: sql<boolean>`${orders.formerShareHash} is not distinct from ${hash} or coalesce(now() > ${end}, false)`,
    })
    .from(orders)
    .where(
      or(
        eq(orders.shareHash, hash),
        eq(orders.formerShareHash, hash),
        // Only an accepted order has a link.
        and(
          or(eq(orders.attemptKey, secret), eq(orders.endedAttemptKey, secret)),
          isNotNull(orders.acceptedAt),
        ),
      ),
    )
    // A key that was reused after its order had ended can have two accepted orders.
    .orderBy(desc(orders.acceptedAt))
    .limit(1);
  return row ?? null;
}

/** Finds the order that a link shows: an accepted one. Refusals: order_not_found, order_link_ended. */
export async function findByLink(
  db: Pick<Database, 'select'>,
  secret: string,
  settings: LinkSettings,
): Promise<Result<OrderRow>> {
  const found = await find(db, secret, settings.ORDER_LINK_DAYS);
  if (!found) return noSuchOrder();
  if (found.ended) {
    return refuse(
      'order_link_ended',
      'This link has ended. Ask for a new one: it goes to the email address of the order.',
    );
  }
  return done(found.order);
}

/** Returns that order as its customer sees it. Refusals: as above. */
export async function findSharedOrder(
  db: Database,
  secret: string,
  settings: LinkSettings,
): Promise<Result<Order>> {
  const found = await findByLink(db, secret, settings);
  if (!found.ok) return found;
  const [order] = await viewOrders(db, [found.value]);
  return order ? done(order) : noSuchOrder();
}

/**
 * Emails a new link to the customer of an order, in place of one that has ended. Sends nothing while the link works, or
 * once the customer's account is deleted. Refusals: order_not_found, rate_limited.
 */
export async function renewOrderLink(
  db: Database,
  secret: string,
  settings: LinkSettings,
): Promise<Result<{ message: string }>> {
  const found = await find(db, secret, settings.ORDER_LINK_DAYS);
  if (!found || found.order.eraseAt) return noSuchOrder();
  if (!found.ended) return done({ message: 'This link still works.' });
  const { order } = found;
  const limited = await count(db, [NEW_LINKS, order.id]);
  if (!limited.ok) return limited;
  const fresh = newSecret();
  await db.transaction(async (transaction) => {
    const changed = await transaction
      .update(orders)
      .set({
        shareHash: hashSecret(fresh),
        formerShareHash: hashSecret(secret),
        sharedAt: sql`now()`,
      })
      .where(and(eq(orders.id, order.id), isNull(orders.eraseAt)))
      .returning({ id: orders.id });
    if (changed.length === 0) return;
    // An earlier email may still be waiting, and its link has ended.
    await transaction.delete(emails).where(eq(emails.id, ORDER_LINK_EMAIL_PREFIX + order.id));
    await enqueue(
      transaction,
      orderLinkEmail({ ...order, link: orderLink(settings, order.id, fresh) }),
    );
  });
  return done({ message: 'A new link is on its way to the email address of the order.' });
}
