import type { Events, ShopEvent } from '#backend/events/events.ts';
import type { Email } from '#backend/mail/email.ts';
import { merchantOf } from '#backend/mail/merchant.ts';
import { enqueue } from '#backend/mail/outbox.ts';
import type { SealKey } from '#backend/payments/sealed/keys.ts';
import { aboutAcceptance, aboutCollection, aboutEnd } from './on-acceptance.ts';
import { aboutCode } from './on-codes.ts';
import { aboutDispute, aboutRefund } from './on-money-back.ts';
import {
  aboutFoundPayments,
  aboutRefusedPayment,
  aboutTransfer,
  aboutUnusablePayment,
  aboutWrongTransfer,
} from './on-payments.ts';
import { aboutDifference, aboutReturn } from './on-returns.ts';
import { aboutCorrection, aboutShipment } from './on-shipping.ts';
import { aboutStock } from './on-stock.ts';
import type { EmailSettings, Told, Writing } from './writing.ts';

type Subscriber<Type extends ShopEvent['type']> = (
  event: Told<Type>,
  writing: Writing,
) => Promise<readonly Email[]>;

/**
 * The writers of the emails about each event. Other emails are enqueued where they arise: codes,
 * links, invitations and incidents (direct-emails.test.ts lists them).
 */
const SUBSCRIBERS: { [Type in ShopEvent['type']]: Subscriber<Type> } = {
  'order.accepted': aboutAcceptance,
  'order.collected': aboutCollection,
  'order.ended': aboutEnd,
  'order.shipped': aboutShipment,
  'order.corrected': aboutCorrection,
  'payment.refused': aboutRefusedPayment,
  'payment.unusable': aboutUnusablePayment,
  'payment.wrong_transfer': aboutWrongTransfer,
  'transfer.awaited': aboutTransfer,
  'transfer.short': aboutTransfer,
  'transfer.over': aboutTransfer,
  'payment.found': aboutFoundPayments,
  'refund.made': aboutRefund,
  'refund.failed': aboutRefund,
  'refund.needs_customer': aboutRefund,
  'return.asked': aboutReturn,
  'return.answered': aboutReturn,
  'return.difference': aboutDifference,
  'dispute.opened': aboutDispute,
  'dispute.closed': aboutDispute,
  'code.ended': aboutCode,
  'code.restored': aboutCode,
  'stock.back': aboutStock,
};

/** @param sealKeys - those of payments/sealed/keys.ts. */
export function createEvents(settings: EmailSettings, sealKeys: readonly SealKey[]): Events {
  const merchant = merchantOf(settings);
  const emailsOf: Events['emailsOf'] = (transaction, event) => {
    const subscriber = SUBSCRIBERS[event.type] as Subscriber<typeof event.type>;
    return subscriber(event as never, { transaction, settings, merchant, sealKeys });
  };
  return {
    emailsOf,
    async publish(transaction, event) {
      const emails = await emailsOf(transaction, event);
      if (emails.length > 0) await enqueue(transaction, ...emails);
    },
  };
}
