import { amountOf } from '#backend/mail/amount.ts';
import type { Row } from '#backend/mail/draft.ts';
import { type Email, writeEmail } from '#backend/mail/email.ts';
import { allOfOrder, byOffice, type Merchant } from '#backend/mail/merchant.ts';
import { type ProviderName, wordsOf } from '#backend/payment-provider/names.ts';
import { lagosMomentNamed } from '#domain/lagos-date.ts';
import { toNaira } from '#domain/money/money.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { asTyped } from '#process/as-typed.ts';
import { purposeWords } from './purpose.ts';
import { refundState } from './state.ts';
import type { DisputeRow, RefundRow } from './tables.ts';

/** The beginnings of the ids of emails about refunds and disputes at the provider, before the id of the refund or dispute. */
export const RETURN_EMAIL_PREFIX = {
  refund: 'merchant-refund-news:',
  refundFailed: 'merchant-refund-failed:',
  refundAccount: 'merchant-refund-account:',
  dispute: 'merchant-dispute:',
  disputeEnded: 'merchant-dispute-ended:',
} as const;

interface Order {
  id: string;
  reference: string;
  totalKobo: number;
  provider: ProviderName;
}

interface OfRefund {
  order: Order;
  refund: Pick<
    RefundRow,
    | 'id'
    | 'status'
    | 'amount'
    | 'currency'
    | 'reference'
    | 'requestedBy'
    | 'reason'
    | 'refusal'
    | 'intent'
    | 'mark'
    | 'purpose'
    | 'line'
    | 'returnId'
  >;
  merchant: Merchant;
}

interface OfDispute {
  order: Order;
  dispute: Pick<
    DisputeRow,
    'id' | 'state' | 'status' | 'resolution' | 'amount' | 'currency' | 'dueAt'
  >;
  merchant: Merchant;
}

// These emails contain no personal data, which the provider and the order have.

/** Returns the first email about a refund. */
export function merchantRefundNewsEmail(about: OfRefund): Email {
  const { refund } = about;
  const { name } = wordsOf(about.order.provider);
  const failed = refund.status === 'failed' || refund.status === 'needs_customer';
  return failed
    ? merchantRefundFailedEmail(about)
    : refundEmail(about, {
        id: `${RETURN_EMAIL_PREFIX.refund}${refund.id}`,
        title: (number) => `A refund of order #${number}`,
        summary:
          refund.status === 'done'
            ? `${name} has paid money back to the customer.`
            : `${name} pays money back to the customer. It takes up to ten working days.`,
        note: noteOn(refund, wordsOf(about.order.provider)),
      });
}

/** Returns what the merchant should check; null for a refund that was requested here. */
function noteOn(
  { requestedBy, intent, mark }: OfRefund['refund'],
  { name, dashboard }: ReturnType<typeof wordsOf>,
): string | null {
  if (requestedBy === null)
    return `If you did not ask for this refund, look into ${dashboard}. The stock is left as it is.`;
  // Only a refund that was sent from here has a mark.
  return intent !== null && mark === null
    ? `${requestedBy} recorded this sum as paid back by hand. The shop counts it once: if you paid it by hand and ${name} pays it, too, the customer gets it twice.`
    : null;
}

/** Returns the email about a refund that has failed, or that waits for the customer's bank account. */
export function merchantRefundFailedEmail(about: OfRefund): Email {
  const { name, dashboard } = wordsOf(about.order.provider);
  const needsAccount = about.refund.status === 'needs_customer';
  const { refundAccount, refundFailed } = RETURN_EMAIL_PREFIX;
  return refundEmail(about, {
    id: `${needsAccount ? refundAccount : refundFailed}${about.refund.id}`,
    title: (number) =>
      needsAccount
        ? `A refund of order #${number} needs a bank account`
        : `A refund of order #${number} did not work`,
    summary: needsAccount
      ? `${name} cannot pay the money back without the customer’s bank account. We have asked her for it.`
      : `${name} could not pay the money back.`,
    note: needsAccount
      ? byOffice(
          about.merchant,
          'If she tells you the account, enter it on the page of the order.',
          `If she tells you the account, enter it in ${dashboard}.`,
        )
      : byOffice(
          about.merchant,
          'Pay it back again on the page of the order.',
          `${about.refund.purpose ? `It was${purposeWords(about.refund)}. ` : ''}Again: ${asTyped('orders', `refund ${about.order.id} ${toNaira(about.refund.amount)}`)}`,
        ),
  });
}

/** Returns the email about a payment that a customer disputes with her bank. */
export function merchantDisputeEmail(about: OfDispute): Email {
  return disputeEmail(about, {
    id: `${RETURN_EMAIL_PREFIX.dispute}${about.dispute.id}`,
    title: (number) => `The payment of order #${number} is disputed`,
    summary: `The customer claims the money back from her bank. Answer in ${wordsOf(about.order.provider).dashboard}, or the bank takes it.`,
  });
}

/** Returns the email about the end of a dispute. */
export function merchantDisputeEndedEmail(about: OfDispute): Email {
  return disputeEmail(about, {
    id: `${RETURN_EMAIL_PREFIX.disputeEnded}${about.dispute.id}`,
    title: (number) => `The dispute about order #${number} has ended`,
    summary:
      about.dispute.state === 'kept'
        ? 'You keep the money: the claim was declined.'
        : 'The money goes back to the customer, unless the outcome below says otherwise.',
  });
}

interface Words {
  id: string;
  title: (number: string) => string;
  summary: string;
}

function refundEmail(
  { order, refund, merchant }: OfRefund,
  { note, ...words }: Words & { note: string | null },
): Email {
  const facts: Row[] = [
    ['Refund', amountOf(refund.amount, refund.currency)],
    ['State', refundState(refund.status)],
    ...(refund.requestedBy === null || refund.mark === null
      ? []
      : [['Asked for by', refund.requestedBy] as const]),
    ...(refund.reason === null ? [] : [['Reason', refund.reason] as const]),
    ...(refund.refusal === null
      ? []
      : [[`${wordsOf(order.provider).name} says`, refund.refusal] as const]),
    ...(refund.reference === null ? [] : [['Refund reference', refund.reference] as const]),
  ];
  return email(order, merchant, words, facts, note);
}

function disputeEmail({ order, dispute, merchant }: OfDispute, words: Words): Email {
  const { amount, currency, dueAt, resolution } = dispute;
  const facts: Row[] = [
    ['Claimed', amount === null ? 'Not known' : amountOf(amount, currency)],
    ['State', dispute.status],
    ...(resolution === null ? [] : [['Outcome', resolution] as const]),
    ...(dueAt === null || resolution !== null
      ? []
      : [['Answer until', lagosMomentNamed(dueAt)] as const]),
    ['Dispute', dispute.id],
  ];
  return email(order, merchant, words, facts, null);
}

function email(
  order: Order,
  merchant: Merchant,
  { id, title, summary }: Words,
  facts: readonly Row[],
  note: string | null,
): Email {
  const words = title(orderNumber(order.id));
  return writeEmail({
    id,
    recipient: merchant.recipient,
    subject: words,
    title: words,
    parts: [
      { words: summary },
      {
        facts: [
          ...facts,
          ['The order was for', amountOf(order.totalKobo, 'NGN')],
          ['Payment reference', order.reference],
        ],
      },
      ...(note === null ? [] : [{ words: note }]),
    ],
    closing: allOfOrder(merchant, order.id),
  });
}
