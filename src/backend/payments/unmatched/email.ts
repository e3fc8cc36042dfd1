import { and, inArray, isNull, sql } from 'drizzle-orm';
import { transact } from '#backend/db/transact.ts';
import type { WithEvents } from '#backend/events/events.ts';
import { amountOf } from '#backend/mail/amount.ts';
import { type Email, writeEmail } from '#backend/mail/email.ts';
import type { Merchant } from '#backend/mail/merchant.ts';
import { PAYMENTS } from '#backend/office/addresses.ts';
import { type PaymentRow, payments } from '#backend/orders/payment-tables.ts';
import { wordsOf } from '#backend/payment-provider/names.ts';
import { lagosMoment } from '#domain/lagos-date.ts';
import { counted, number } from '#domain/words.ts';
import { asTyped } from '#process/as-typed.ts';
import { isOpen } from './list.ts';

/** The prefix of these emails' ids. The first payment and its time follow: one email each, and one if its refund fails. */
const EMAIL_PREFIX = 'merchant-unmatched:';
/** Payments that one email names. The page has all of them. */
const MOST_NAMED = 50;

/** Writes one email to the merchant about all payments that she has not been told of. Any number of processes may try. */
export const tellMerchant = ({ db, events }: WithEvents): Promise<void> =>
  transact(db, async (transaction) => {
    const rows = await transaction
      .select({ reference: payments.reference })
      .from(payments)
      .where(and(isOpen, isNull(payments.toldAt)))
      .orderBy(payments.reference)
      .for('update');
    if (rows.length === 0) return;
    const found = rows.map(({ reference }) => reference);
    await events.publish(transaction, { type: 'payment.found', payments: found });
    await transaction
      .update(payments)
      .set({ toldAt: sql`now()` })
      .where(inArray(payments.reference, found));
  });

type Named = Pick<PaymentRow, 'reference' | 'received' | 'currency' | 'paidAt'> & {
  payer: { email: string } | null;
};
type Found = Named & Pick<PaymentRow, 'foundAt' | 'provider'>;

/** The email about payments that no order has. The customers' addresses are in it: nothing else tells whose money it is. */
export function unmatchedEmail(rows: readonly Found[], merchant: Merchant): Email {
  const more = rows.length - MOST_NAMED;
  const title = `Money without an order: ${counted(rows.length, 'payment')}`;
  return writeEmail({
    id: `${EMAIL_PREFIX}${rows[0]?.reference}:${rows[0]?.foundAt?.getTime().toString(36)}`,
    recipient: merchant.recipient,
    subject: title,
    title,
    parts: [
      {
        words: `${namesOf(rows)} taken money for your shop, but the shop has no order for it. That can happen after a backup was restored, or when a database server failed.`,
      },
      {
        list: [
          ...rows.slice(0, MOST_NAMED).map(inALine),
          ...(more > 0 ? [`and ${number(more)} more`] : []),
        ],
      },
      { words: 'Ask these customers what they bought, or pay the money back.' },
    ],
    closing: closingOf(merchant),
  });
}

/** '₦13,000 on 2026-11-21 10:05 from ada@example.com, reference tr-…' */
export const inALine = ({ reference, received, currency, payer, paidAt }: Named): string =>
  `${amountOf(received ?? 0, currency ?? 'NGN')}${paidAt ? ` on ${lagosMoment(paidAt)}` : ''} from ${payer?.email ?? 'an unknown address'}, reference ${reference}`;

/** 'A has', or of several providers 'A and B have'. */
export function namesOf(rows: readonly Pick<PaymentRow, 'provider'>[]): string {
  const names = [...new Set(rows.map(({ provider }) => wordsOf(provider).name))];
  return `${names.join(' and ')} ${names.length > 1 ? 'have' : 'has'}`;
}

const closingOf = ({ office }: Merchant) =>
  office === null
    ? `All of them: ${asTyped('payments', 'list')}`
    : [{ text: 'Money without an order in the back office', href: office + PAYMENTS }];
