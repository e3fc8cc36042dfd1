import type { Transfer } from '#contract/checkout.ts';
import type { KnownPayment as AnsweredPayment } from '#contract/reading/payment.ts';
import { acceptedWords } from '#domain/payments/accepted.ts';
import { shopTime } from '#site/client/clock.ts';
import type { CallError } from '#site/client/errors.ts';
import { has } from '#site/client/extensions.ts';
import { MINUTE_MS } from '#site/client/minute.ts';
import type { ToastText } from '#site/toasts/toasts-store.ts';

/** A payment with the reference that was asked for. */
export type KnownPayment = AnsweredPayment & { reference: string };

/** The state of the return page. */
export type Verification =
  | { kind: 'no-reference' }
  | { kind: 'verifying' }
  | { kind: 'error'; reference: string; error: CallError; watching: boolean }
  | { kind: 'known'; reference: string; payment: KnownPayment; watching: boolean };

const FIRST_PAUSE = 2_000;

/** Milliseconds before the next request, after `tries` retries: 2 s, 4 s, 8 s, at most a minute. */
export function pauseBefore(tries: number): number {
  return Math.min(FIRST_PAUSE * 2 ** tries, MINUTE_MS);
}

/**
 * Returns the result of a payment. 'placed': its order is accepted, and is paid later. A backend with the extension
 * order.accepted marks such pending orders.
 */
export const outcomeOf = ({ status, accepted }: Pick<KnownPayment, 'status' | 'accepted'>) =>
  accepted && status === 'pending' && has('order.accepted') ? 'placed' : status;

/** Whether an account still takes money. */
export const isOpen = (transfer: Transfer | undefined): transfer is Transfer =>
  transfer !== undefined && Date.parse(transfer.expiresAt) > shopTime();

/** Whether what the backend says may still change here: an accepted order, or money, is final. */
export const mayChange = (payment: KnownPayment): boolean =>
  !['paid', 'placed'].includes(outcomeOf(payment)) && !payment.refundNeeded;

/** Whether a retry can help: no answer, or an error of the server. */
export function mayPass({ kind }: CallError): boolean {
  return typeof kind !== 'number' || kind >= 500 || kind === 429;
}

/** The reference in the return address. Each provider has its own name for it. */
export function readReference(query: string): string {
  const params = new URLSearchParams(query);
  const named = ['reference', 'trxref', 'tx_ref'].map((name) => params.get(name)?.trim());
  return named.find(Boolean) ?? '';
}

/** 'bank_transfer' → 'Bank Transfer'; 'ussd' → 'USSD'. A name that begins with a capital letter stays as it is. */
export function methodLabel(channel: string): string {
  if (/^[A-Z][^_]*$/.test(channel)) return channel;
  return channel
    .split(/[_\s]+/)
    .map((word) =>
      /^(ussd|qr|eft)$/i.test(word)
        ? word.toUpperCase()
        : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join(' ');
}

/** First and last name, if known. */
export function customerName(customer: NonNullable<KnownPayment['customer']>): string {
  return [customer.first_name, customer.last_name].filter(Boolean).join(' ');
}

/** The words about an accepted order that is paid later. @param due - as for `acceptedWords`. */
export const orderPlaced = (due?: number): ToastText => ({
  title: 'Order placed',
  text: `Thank you for your order. ${acceptedWords(due).text}`,
});
