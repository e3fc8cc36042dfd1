import { eq, sql } from 'drizzle-orm';
import { newReference } from '#backend/base/ids.ts';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { Transaction } from '#backend/db/transact.ts';
import type { Events } from '#backend/events/events.ts';
import { enqueue } from '#backend/mail/outbox.ts';
import { lockPayment } from '#backend/orders/lock-order.ts';
import { type PaymentRow, payments } from '#backend/orders/payment-tables.ts';
import { reserveAgain, sellReserved } from '#backend/orders/stock.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';
import { ownBank } from '#backend/own-bank/provider.ts';
import type { ProviderPayment } from '#backend/payment-provider/provider.ts';
import type { AskParts } from '#backend/payments/asking.ts';
import type { Accepted } from '#backend/payments/sealed/layout.ts';
import { applyPayment } from '#backend/payments/transitions.ts';
import type { Actor } from '#backend/staff/actor.ts';
import { WAYS } from '#domain/payments/ways.ts';
import { recordAgain } from './copied-transfers.ts';

/** The services that write an order again. */
export interface AgainParts extends Pick<AskParts, 'settings' | 'events'> {
  actor: Actor;
}

/** An order from an email that is in the table again, with its deposit if it has one. */
interface Returning {
  id: string;
  accepted: Accepted;
  deposit: ProviderPayment | null;
}

/**
 * Accepts such an order as it was, with its units off the stock. Its customer has her email, with the link that works
 * again. A refusal makes no order: conflict.
 */
export async function acceptAgain(
  transaction: Transaction,
  { id, accepted, deposit }: Returning,
  { actor, settings, events }: AgainParts,
): Promise<Result<{ after: OrderRow; payment: PaymentRow }, StaffCode>> {
  const { reference, way, due, link, transfers } = accepted;
  const acceptedAt = new Date(accepted.at);
  if (!(await reserveAgain(transaction, id)))
    return refuse(
      'conflict',
      'Some of its units are not in stock. Correct the stock, and try again. No order was made.',
    );
  if (!(await recordAgain(transaction, reference, { transfers, by: actor.name })))
    return refuse('conflict', 'Its transfer is recorded for another order. No order was made.');
  if (deposit)
    await transaction.insert(payments).values({
      reference: newReference(),
      orderId: id,
      provider: WAYS[way].provider,
      way,
      askedKobo: due,
    });
  const known = asSent(events, acceptedAt);
  const recorded = transfers.length > 0 ? await ownBank(transaction).verify?.(reference) : null;
  const money = deposit ?? (recorded?.ok ? recorded.value : null);
  if (money) {
    await applyPayment(transaction, { orderId: id, reference }, money, { settings, events: known });
  } else await sellReserved(transaction, id);
  await transaction
    .update(orders)
    .set({
      shareHash: sql`case when ${orders.eraseAt} is null then ${link}::text end`,
      ...(!money && { acceptedAt }),
    })
    .where(eq(orders.id, id));
  const locked = await lockPayment(transaction, reference);
  if (!locked?.order) throw new Error(`Order ${id} was made again, and is not there`);
  const { order, payment } = locked;
  const facts = { order, items: [], sampleCodes: [], key: '', dueKobo: due, way };
  if (!money) await known.publish(transaction, { type: 'order.accepted', ...facts });
  return done({ after: order, payment });
}

/** Records emails as sent, without their content: the mailboxes have them. */
function asSent(events: Events, sentAt: Date): Events {
  const emailsOf: Events['emailsOf'] = async (transaction, event) => {
    const emails = await events.emailsOf(transaction, event);
    return emails.map((email) => ({ ...email, text: '', html: '', sentAt }));
  };
  return {
    emailsOf,
    publish: async (transaction, event) =>
      enqueue(transaction, ...(await emailsOf(transaction, event))),
  };
}
