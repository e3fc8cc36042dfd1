import { amountOf } from '#backend/mail/amount.ts';
import type { Part } from '#backend/mail/draft.ts';
import type { Email } from '#backend/mail/email.ts';
import { orderEmail } from '#backend/mail/order-email.ts';
import { type ProviderName, wordsOf } from '#backend/payment-provider/names.ts';
import { company } from '#config/company.ts';
import { shop } from '#config/shop.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { sampleCodeWords } from '#domain/promotions/words.ts';

/**
 * The beginnings of the ids of the customer's emails about her money, before the id of an order, refund, dispute,
 * request for an account, or action.
 */
export const REFUND_EMAIL_PREFIX = {
  due: 'refund-due:',
  refunded: 'refunded:',
  delayed: 'refund-delayed:',
  account: 'refund-account:',
  sent: 'refund-sent:',
  claimed: 'refund-claimed:',
  code: 'sample-code:',
} as const;

/** An order with money that goes back, in minor units of `currency`. */
interface PaidOrder {
  id: string;
  reference: string;
  email: string;
  fullName: string;
  buyerName?: string | null;
  received: number | null;
  currency: string | null;
  provider: ProviderName;
}

/** Money from the order that goes back. */
interface Returned {
  amount: number;
  currency: string;
}

/** A code from a sample of the order. */
type SampleCode = Parameters<typeof sampleCodeWords>[0] & { code: string };

/** Returns the time of refunds, as on the shop's page on returns. */
const inTime = () => `within ${company.returns.refundDays} working days`;

/** Returns the email about a payment that bought nothing. @param why - a sentence with the reason. */
export const refundDueEmail = (order: PaidOrder, why: string): Email =>
  orderEmail(order, {
    id: `${REFUND_EMAIL_PREFIX.due}${order.id}`,
    subject: `Your payment for ${shop.name} order #${orderNumber(order.id)} comes back to you`,
    title: 'Your money comes back to you',
    parts: [
      { words: why },
      { facts: [...youPaid(order), ['Payment reference', order.reference]] },
      {
        words: `We pay all of it back ${inTime()}, and write to you when it is on its way. There is no order to deliver. You do not need to do anything.`,
      },
    ],
  });

/** Returns the email that tells the customer that money comes back, how much, and when to expect it. */
export function orderRefundedEmail({
  order,
  refund,
  ended,
  account,
}: {
  order: PaidOrder;
  refund: Returned & { id: number; byHand: boolean };
  ended: readonly SampleCode[];
  /** The account that she or staff have named for it, with its last digits. */
  account?: { id: number; bank: string; lastDigits: string } | undefined;
}): Email {
  const sum = amountOf(refund.amount, refund.currency);
  const did = refund.byHand ? 'have paid' : 'are paying';
  const { refunded, sent } = REFUND_EMAIL_PREFIX;
  return orderEmail(order, {
    id: account ? `${sent}${account.id}` : `${refunded}${refund.id}`,
    subject: `We ${did} back ${sum} of your ${shop.name} order #${orderNumber(order.id)}`,
    title: refund.byHand ? 'Your money is paid back' : 'Your money is on its way back',
    parts: [
      { words: `We ${did} back money of order #${orderNumber(order.id)}.` },
      { facts: [['Refund', sum], ...youPaid(order)] },
      {
        words: refund.byHand
          ? `We have paid it ourselves, not through ${wordsOf(order.provider).name}. Write to us if it has not reached you.`
          : account
            ? `It goes to your account at ${account.bank} that ends in ${account.lastDigits}, and may take up to ten working days. If that is not your account, write to us at once.`
            : 'It goes back the way you paid. Your bank may take up to ten working days to show it. You do not need to do anything.',
      },
      ...endedParts(ended),
    ],
  });
}

/** Returns the email about a refund that did not reach the customer. */
export const refundDelayedEmail = (order: PaidOrder, refund: Returned & { id: number }): Email =>
  orderEmail(order, {
    id: `${REFUND_EMAIL_PREFIX.delayed}${refund.id}`,
    subject: `The refund of your ${shop.name} order #${orderNumber(order.id)} takes longer`,
    title: 'Your refund did not reach you',
    parts: [
      {
        words: `The bank did not take the money that we paid back of order #${orderNumber(order.id)}. It is still yours.`,
      },
      { facts: [['Refund', amountOf(refund.amount, refund.currency)], ...youPaid(order)] },
      {
        words: `We pay it back again ${inTime()}, and write to you then. You do not need to do anything.`,
      },
    ],
  });

/** Returns the email that asks for a bank account. @param link - the page where she names it. Contains a secret. */
export const refundAccountEmail = (
  order: PaidOrder,
  refund: Returned,
  { id, link, days }: { id: number; link: string; days: number },
): Email =>
  orderEmail(order, {
    id: `${REFUND_EMAIL_PREFIX.account}${id}`,
    subject: `Where should the refund of your ${shop.name} order #${orderNumber(order.id)} go?`,
    title: 'Your refund needs a bank account',
    parts: [
      { words: `Money of order #${orderNumber(order.id)} cannot go back the way you paid.` },
      { facts: [['Refund', amountOf(refund.amount, refund.currency)], ...youPaid(order)] },
      { words: [{ text: 'Choose your bank account', href: link }] },
      {
        words: `The link works for ${days} days. If you prefer, write or call, and tell us the bank and the account number. We never ask for your card, your PIN or a code.`,
      },
    ],
  });

/** Returns the email about a dispute that ended for the customer: her bank gives the money back. */
export const disputePaidEmail = (
  order: PaidOrder,
  { id, amount, currency }: Returned & { id: string },
  ended: readonly SampleCode[],
): Email =>
  orderEmail(order, {
    id: `${REFUND_EMAIL_PREFIX.claimed}${id}`,
    subject: `Your bank gives back ${amountOf(amount, currency)} of your ${shop.name} order #${orderNumber(order.id)}`,
    title: 'Your bank gives your money back',
    parts: [
      { words: `You have claimed money of order #${orderNumber(order.id)} back from your bank.` },
      { facts: [['Your bank gives back', amountOf(amount, currency)], ...youPaid(order)] },
      {
        words:
          'Your bank says when it is on your account. You do not need to do anything more with us.',
      },
      ...endedParts(ended),
    ],
  });

/** Returns the email about the code of a sample that staff have ended, or given back. @param id - of the action. */
export function codeDecidedEmail(
  order: Parameters<typeof orderEmail>[0],
  { code, ...of }: SampleCode,
  { id, ends }: { id: number; ends: boolean },
): Email {
  const state = ends ? 'has ended' : 'counts again';
  return orderEmail(order, {
    id: `${REFUND_EMAIL_PREFIX.code}${id}`,
    subject: `Your ${shop.name} code ${code} ${state}`,
    title: `Your code ${state}`,
    parts: [{ words: `We write about your code ${code} (${sampleCodeWords(of)}). It ${state}.` }],
  });
}

const endedParts = (ended: readonly SampleCode[]): Part[] =>
  ended.map(({ code, ...of }) => ({
    words: `The code ${code} (${sampleCodeWords(of)}) has ended, because money of its order goes back to you.`,
  }));

const youPaid = ({ received, currency }: PaidOrder): (readonly [string, string])[] =>
  received === null ? [] : [['You paid', amountOf(received, currency ?? 'NGN')]];
