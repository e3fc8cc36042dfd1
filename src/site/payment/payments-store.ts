import { persistentAtom } from '@nanostores/persistent';
import { $cart, type Cart } from '#site/cart/cart-store.ts';
import { clearCart, takePaidOut } from '#site/cart/changes-store.ts';
import { dropDraft } from '#site/checkout/draft-store.ts';
import { isRecord, isText, readJson } from '#site/storage/json.ts';
import { PAYMENTS_KEY } from '#site/storage/keys.ts';
import { endAttempt } from './attempt-store.ts';

/** A payment that began on this device. */
export interface BegunPayment {
  reference: string;
  /** URL of the payment page; '' if it is unknown. */
  page: string;
  /** Id of the cart that it was made from. */
  cart: string;
  /** Ordered quantities by product id. */
  quantities: Readonly<Record<string, number>>;
  /** Ms since 1970. */
  begunAt: number;
  /** When the server was last asked; ms since 1970. */
  askedAt: number;
  /** Whether the server has given a final answer. */
  settled: boolean;
}

/** The payments of this device. */
export interface Payments {
  /** Oldest first. */
  begun: readonly BegunPayment[];
  /** Paid references whose cart has been cleared. */
  cleared: readonly string[];
}

/** What the server renders. */
export const NO_PAYMENTS: Payments = { begun: [], cleared: [] };

const REFERENCE = /^[A-Za-z0-9\-.=,]{6,100}$/;
const KEPT_BEGUN = 10;
const KEPT_CLEARED = 50;
/** Milliseconds. A transfer account expires after half an hour, and an email reports the outcome. */
const RECENT = 24 * 60 * 60 * 1000;
const ASK_EVERY = 60 * 1000;

/** Whether a value can be a payment reference, by the characters that Paystack allows. */
export function isReference(value: unknown): value is string {
  return typeof value === 'string' && REFERENCE.test(value);
}

const isMoment = (value: unknown): value is number => Number.isSafeInteger(value);

const isBegun = (value: unknown): value is BegunPayment =>
  isRecord(value) &&
  isReference(value.reference) &&
  isText(value.cart, 64) &&
  isRecord(value.quantities) &&
  Object.values(value.quantities).every((quantity) => Number.isSafeInteger(quantity)) &&
  isMoment(value.begunAt) &&
  isMoment(value.askedAt) &&
  typeof value.settled === 'boolean';

/** Updates a stored payment: older releases called `quantities` `bottles`, and the oldest stored no page. */
function updated(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { bottles, quantities = bottles, page, ...rest } = value;
  return { ...rest, quantities, page: isText(page, 2000) ? page : '' };
}

/** Reads stored payments; drops what is invalid. */
export function decodePayments(text: string): Payments {
  const value = readJson(text);
  if (!isRecord(value)) return NO_PAYMENTS;
  const list = (entry: unknown) => (Array.isArray(entry) ? entry : []);
  return {
    begun: list(value.begun).map(updated).filter(isBegun),
    cleared: list(value.cleared).filter(isReference),
  };
}

/** The payments of this device, kept in localStorage. */
export const $payments = persistentAtom<Payments>(PAYMENTS_KEY, NO_PAYMENTS, {
  decode: decodePayments,
  encode: JSON.stringify,
});

const change = (reference: string, fields: Partial<BegunPayment>) => {
  const { begun, cleared } = $payments.get();
  $payments.set({
    cleared,
    begun: begun.map((entry) => (entry.reference === reference ? { ...entry, ...fields } : entry)),
  });
};

/** Stores which cart a reference was made from, before the shopper leaves for the payment page. */
export function beginPayment(
  { reference, page }: Pick<BegunPayment, 'reference' | 'page'>,
  cart: Cart,
  now: number,
): void {
  const { begun, cleared } = $payments.get();
  const payment: BegunPayment = {
    reference,
    page,
    cart: cart.id,
    quantities: Object.fromEntries(cart.items.map((item) => [item.id, item.quantity])),
    begunAt: now,
    // The return page is the first to ask.
    askedAt: now,
    settled: false,
  };
  const others = begun.filter((entry) => entry.reference !== reference);
  $payments.set({ cleared, begun: [...others, payment].slice(-KEPT_BEGUN) });
}

/** The payments to ask about on a page load: recent, open, and not asked about in the last minute. */
export function openPayments(now: number): readonly BegunPayment[] {
  return $payments
    .get()
    .begun.filter(
      (entry) =>
        !entry.settled &&
        now - entry.begunAt < RECENT &&
        Math.abs(now - entry.askedAt) >= ASK_EVERY,
    );
}

/** The payment page of a reference; '' if it is unknown. */
export function paymentPage(reference: string): string {
  return $payments.get().begun.find((entry) => entry.reference === reference)?.page ?? '';
}

/** Records when the server was asked about a payment. */
export function paymentAsked(reference: string, now: number): void {
  change(reference, { askedAt: now });
}

/**
 * Applies the server's status of a payment. A paid one clears the cart that it was made from, exactly once. A newer
 * cart stays. true if this call cleared the cart.
 */
export function settlePayment(reference: string, status: string): boolean {
  if (status === 'pending') return false;
  const record = $payments.get().begun.find((entry) => entry.reference === reference);
  if (!record?.settled) endAttempt();
  change(reference, { settled: true });
  const { begun, cleared } = $payments.get();
  if (status !== 'paid' || cleared.includes(reference)) return false;
  $payments.set({ begun, cleared: [...cleared, reference].slice(-KEPT_CLEARED) });
  if (record && record.cart !== $cart.get().id) return false;
  if (record) takePaidOut(record.quantities);
  else clearCart();
  dropDraft();
  return true;
}
