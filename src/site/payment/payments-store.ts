import type { Transfer } from '#contract/checkout.ts';
import { isRecord } from '#contract/reading/record.ts';
import { unitsOf } from '#domain/orders/cart.ts';
import { MONEY_COMES_MS } from '#domain/orders/late-money.ts';
import { $cart, type Cart, keepItems } from '#site/cart/cart-store.ts';
import { takePaidOut } from '#site/cart/changes-store.ts';
import { dropDraft } from '#site/checkout/draft-store.ts';
import { emit } from '#site/events/emit.ts';
import { isNaira, isText, readJson } from '#site/storage/json.ts';
import { PAYMENTS_KEY } from '#site/storage/keys.ts';
import { persistent } from '#site/storage/persistent.ts';
import { endAttempt } from './attempt-store.ts';
import { bindReference } from './bind-reference.ts';

/** A payment that began on this device. */
export interface BegunPayment {
  /** '' until the return page names it, on a backend whose answer to initialize has none. */
  reference: string;
  /** Whether the reference was bound at the return page, and not named by initialize. */
  guessed?: boolean;
  /** URL of the payment page; '' if it is unknown. */
  page: string;
  /** The account that takes it (extension payment.transfer). */
  transfer?: Transfer | undefined;
  /** The key of its attempt, which shows the paid order (extension order.attempt). */
  attempt?: string | undefined;
  /** Id of the cart that it was made from. */
  cart: string;
  /** Naira, with delivery; unknown for a payment of an older release. */
  total?: number | undefined;
  /** Ordered quantities by product id. */
  quantities: Readonly<Record<string, number>>;
  /** Ms since 1970. */
  begunAt: number;
  /** Whether the server has said that the attempt is over. Unless it is paid, money may still come. */
  settled: boolean;
}

/** The payments of this device. */
export interface Payments {
  /** Oldest first. */
  begun: readonly BegunPayment[];
  /** Paid references, whose cart has been cleared. */
  cleared: readonly string[];
}

/** The value that the server renders. */
export const NO_PAYMENTS: Payments = { begun: [], cleared: [] };

const REFERENCE = /^[\w\-.=,]{6,100}$/;
const KEPT_BEGUN = 10;
const KEPT_CLEARED = 50;

/** Whether a value can be a payment reference, by the characters that the contract allows. */
export function isReference(value: unknown): value is string {
  return typeof value === 'string' && REFERENCE.test(value);
}

const isMoment = (value: unknown): value is number => Number.isSafeInteger(value);

const isBegun = (value: unknown): value is BegunPayment =>
  isRecord(value) &&
  (value.reference === '' || isReference(value.reference)) &&
  (value.guessed === undefined || typeof value.guessed === 'boolean') &&
  (value.total === undefined || isNaira(value.total)) &&
  isText(value.cart, 64) &&
  isRecord(value.quantities) &&
  Object.values(value.quantities).every((quantity) => Number.isSafeInteger(quantity)) &&
  isMoment(value.begunAt) &&
  typeof value.settled === 'boolean';

/** Whether this device may show it without asking the shop. */
const isTransfer = (value: unknown): value is Transfer =>
  isRecord(value) &&
  isNaira(value.amount) &&
  [value.bank, value.accountNumber, value.accountName, value.expiresAt].every((each) =>
    isText(each, 100),
  );

/** Updates a stored payment: older releases called `quantities` `bottles`, and the oldest stored no page. */
function updated(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { bottles, quantities = bottles, page, transfer, ...rest } = value;
  const account = isTransfer(transfer) && { transfer };
  return { ...rest, ...account, quantities, page: isText(page, 2000) ? page : '' };
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
export const $payments = persistent<Payments>(PAYMENTS_KEY, NO_PAYMENTS, {
  decode: decodePayments,
});

const change = (reference: string, fields: Partial<BegunPayment>) => {
  const { begun, cleared } = $payments.get();
  $payments.set({
    cleared,
    begun: begun.map((entry) => (entry.reference === reference ? { ...entry, ...fields } : entry)),
  });
};

/**
 * Stores which cart a payment was made from, before the shopper leaves for its page. A reference that is missing or
 * invalid is bound at the return page (bind-reference.ts). `total` is in naira.
 */
export function beginPayment(
  {
    reference,
    page,
    total,
    attempt,
    transfer,
  }: Partial<Pick<BegunPayment, 'reference' | 'total' | 'attempt' | 'transfer'>> & { page: string },
  cart: Cart,
  now: number,
): void {
  const { begun, cleared } = $payments.get();
  const payment: BegunPayment = {
    reference: isReference(reference) ? reference : '',
    page,
    total,
    attempt,
    transfer,
    cart: cart.id,
    quantities: Object.fromEntries(cart.items.map(({ id }) => [id, unitsOf(cart.items, id)])),
    begunAt: now,
    settled: false,
  };
  const others = begun.filter((entry) => entry.reference === '' || entry.reference !== reference);
  $payments.set({ cleared, begun: [...others, payment].slice(-KEPT_BEGUN) });
}

/** Binds the reference of the return page to its attempt. `amount`: of the payment, in naira, once that is known. */
export function bindPayment(reference: string, amount?: number): void {
  const { begun, cleared } = $payments.get();
  const bound = bindReference(begun, reference, amount);
  if (bound !== begun) $payments.set({ begun: bound, cleared });
}

/** Until when money may come for a payment of this device; ms since 1970. One that began elsewhere counts from `now`. */
export function moneyComesUntil(reference: string, now: number): number {
  return (begunPayment(reference)?.begunAt ?? now) + MONEY_COMES_MS;
}

/** Keeps the account that takes a payment of this device, so that its page shows it without a connection. */
export function keepTransfer(reference: string, transfer: Transfer | undefined): void {
  if (transfer?.accountNumber !== begunPayment(reference)?.transfer?.accountNumber)
    change(reference, { transfer });
}

/** The payments to ask about on a page load: not paid, and money may still come. */
export function openPayments(now: number): readonly BegunPayment[] {
  const { begun, cleared } = $payments.get();
  return begun.filter(
    ({ reference, begunAt }) =>
      reference !== '' && !cleared.includes(reference) && now - begunAt < MONEY_COMES_MS,
  );
}

/** The payments that are not over and ordered any of these products. */
export function openPaymentsOf(ids: readonly string[], now: number): readonly BegunPayment[] {
  return $payments
    .get()
    .begun.filter(
      ({ settled, begunAt, quantities }) =>
        !settled && now - begunAt < MONEY_COMES_MS && ids.some((id) => (quantities[id] ?? 0) > 0),
    );
}

/** The payment of a reference, if it began on this device. */
export const begunPayment = (reference: string): BegunPayment | undefined =>
  $payments.get().begun.find((entry) => entry.reference === reference);

/** Whether this device knows another payment for the present cart, or an attempt that could be this payment's. */
function isOfAnother(): boolean {
  const cart = $cart.get().id;
  return $payments.get().begun.some((entry) => entry.cart === cart || entry.reference === '');
}

/**
 * Applies the outcome of a payment (verification.ts). One that is paid or placed clears the cart that it was made from,
 * exactly once. A newer cart stays. A payment that this device did not begin clears the present cart, unless that
 * belongs to another payment. `amount` is in naira. true if this device did not know yet that the order is placed.
 */
export function settlePayment(reference: string, outcome: string, amount?: number): boolean {
  bindPayment(reference, amount);
  if (outcome === 'pending') return false;
  const stands = outcome === 'paid' || outcome === 'placed';
  const known = $payments.get().begun;
  const record = known.find((entry) => entry.reference === reference);
  // An order that a newer one has replaced ends as cancelled, and leaves the newer attempt as it is.
  const replaced = !stands && record !== undefined && record !== known.at(-1);
  if (!record?.settled && !replaced) endAttempt();
  change(reference, { settled: true });
  const { begun, cleared } = $payments.get();
  if (!stands || cleared.includes(reference)) return false;
  $payments.set({ begun, cleared: [...cleared, reference].slice(-KEPT_CLEARED) });
  const items = Object.entries(record?.quantities ?? {});
  emit('purchase', {
    value: amount ?? record?.total ?? 0,
    items: items.map(([id, quantity]) => ({ id, quantity })),
  });
  if (record ? record.cart !== $cart.get().id : isOfAnother()) return true;
  if (record) takePaidOut(record.quantities);
  else keepItems([]);
  dropDraft();
  return true;
}
