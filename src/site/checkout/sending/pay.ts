import { paths } from '#config/paths.ts';
import type { ShippingPlace } from '#contract/app-data.ts';
import type { CheckoutForm, InitializeAnswer, InitializeBody } from '#contract/checkout.ts';
import type { ApiError } from '#contract/errors.ts';
import { IDEMPOTENCY_HEADER, PREVIOUS_ATTEMPTS_HEADER } from '#contract/headers.ts';
import { toKobo, toNaira } from '#domain/money/money.ts';
import { type Campaign, hasWords } from '#domain/orders/campaign.ts';
import { orderTotal } from '#domain/orders/cart-lines.ts';
import { eachExtra } from '#domain/orders/order-extras.ts';
import type { ChosenWay } from '#domain/payments/ways.ts';
import type { Cart } from '#site/cart/cart-store.ts';
import { CallError, errorText, isRefusal } from '#site/client/errors.ts';
import { has } from '#site/client/extensions.ts';
import { reason, remedy } from '#site/client/reason.ts';
import {
  $attempt,
  attemptKey,
  previousAttempts,
  renewAttempt,
} from '#site/payment/attempt-store.ts';
import { isPaymentPage } from '#site/payment/payment-page.ts';
import { beginPayment, isReference } from '#site/payment/payments-store.ts';
import { wordsOf } from '#site/payment/words.ts';
import { unmarked } from '#site/product-data/pictures.ts';

/** The result of 'Proceed to Payment'. */
export type Outcome =
  | { kind: 'redirect'; url: string }
  | { kind: 'changed'; current: NonNullable<ApiError['current']> }
  | { kind: 'failed'; error: CallError };

/** An order to be sent. `place.amount` is in naira. */
export interface Order {
  form: CheckoutForm;
  cart: Cart;
  place: ShippingPlace;
  /** The discount that the shopper saw, in naira, and the code that she typed (extension payment.promotion). */
  promotion?: { discount: number; code?: string } | undefined;
  /** How she wants to pay, where she can choose (extension payment.ways). */
  way?: ChosenWay | undefined;
  /** Whether she wants the address in her address book (extension account.addresses). */
  saveAddress?: boolean;
  /** The words of the campaign that led to this visit. */
  campaign?: Campaign;
  /** Setting PUBLIC_PAYMENT_HOSTS. */
  paymentHosts: string;
  /** The origin of the site. */
  site: string;
}

/** The initialize call. */
export type Send = (input: {
  body: InitializeBody;
  headers: Record<string, string>;
}) => Promise<InitializeAnswer>;

/** Returns the body of the initialize call, with the prices that the shopper sees. */
export function initializeBody({
  form,
  cart,
  place,
  promotion,
  way,
  saveAddress,
}: Order): InitializeBody {
  const { shippingLocation, ...filled } = form;
  // Empty extras are not sent: a backend may not know them.
  const shippingInfo = { ...filled, ...eachExtra(({ name }) => filled[name] || undefined) };
  return {
    items: cart.items.map(({ id, name, price, image, quantity, chosen }) => ({
      productId: id,
      name,
      price,
      // The mark of a rendition means something to this site alone.
      image: unmarked(image),
      quantity,
      ...(chosen?.map && { parts: chosen.map((part) => part.id) }),
    })),
    shippingInfo,
    email: form.email,
    totalAmount: orderTotal(cart.items, place.amount),
    shippingFee: place.amount,
    ...(has('payment.shippingLocation') && { shippingLocation }),
    ...promotion,
    ...(way && { way }),
    ...(saveAddress && { saveAddress }),
  };
}

/** The headers of an attempt: its key, and the keys of those that it replaces. */
function headersOf({ cart }: Order, body: InitializeBody): Record<string, string> {
  if (!has('payment.idempotencyKey')) return {};
  const key = attemptKey(cart.id, body);
  const previous = has('payment.previousAttempts') ? previousAttempts() : [];
  return {
    [IDEMPOTENCY_HEADER]: key,
    ...(previous.length > 0 && { [PREVIOUS_ATTEMPTS_HEADER]: previous.join(',') }),
  };
}

async function attempt(order: Order, send: Send): Promise<InitializeAnswer> {
  const body = initializeBody(order);
  const { campaign = {} } = order;
  const told = has('payment.campaign') && hasWords(campaign) ? { campaign } : {};
  // The campaign is not part of the key: a shopper who comes back by another advertisement does not order twice.
  const once = () => send({ body: { ...body, ...told }, headers: headersOf(order, body) });
  try {
    return await once();
  } catch (error) {
    if (!(error instanceof CallError) || error.body?.code !== 'attempt_reused') throw error;
    // The key belongs to another order: this is a new one.
    renewAttempt({ made: true });
    return once();
  }
}

/** Initializes the payment, and stores its reference with the cart before the shopper leaves. `now`: ms since 1970. */
export async function pay(order: Order, send: Send, now: number): Promise<Outcome> {
  try {
    const { data } = await attempt(order, send);
    if (!isPaymentPage(data.authorization_url, order.paymentHosts, order.site)) {
      renewAttempt({ made: true });
      throw new CallError('PARSING_ERROR', 'Payment initialization failed');
    }
    const { reference, authorization_url: page, transfer } = data;
    const cost = orderTotal(order.cart.items, order.place.amount);
    const total = toNaira(toKobo(cost) - toKobo(order.promotion?.discount ?? 0));
    const { key } = $attempt.get();
    beginPayment({ reference, page, total, attempt: key, transfer }, order.cart, now);
    return { kind: 'redirect', url: page };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const { body } = error;
    if (isRefusal(error)) renewAttempt({ made: false });
    const earlier = isReference(body?.reference) ? body.reference : null;
    if (earlier !== null && body?.code && EARLIER.includes(body.code)) {
      // The return page says what has become of the earlier payment, and clears its cart if it is paid.
      return { kind: 'redirect', url: `${paths.paymentCallback}?reference=${earlier}` };
    }
    return body?.code === 'cart_changed' && body.current
      ? { kind: 'changed', current: body.current }
      : { kind: 'failed', error };
  }
}

/** Refusals because of a payment that this browser began before. */
const EARLIER: readonly string[] = ['already_paid', 'payment_under_way'];

const KEPT = 'Nothing was charged. Everything you typed is kept.';

/** Returns what the shopper can do about a failure. `keyed`: a second press makes no second order. */
export function advice(error: CallError, keyed: boolean): string {
  switch (error.body?.code) {
    case 'too_much_held':
    case 'rate_limited':
      return `${errorText(error, true)} ${KEPT}`;
    case 'payment_unavailable':
      return error.body.fields?.way ?? wordsOf({}).unavailable;
    case 'validation_failed':
    case 'shipping_place_unknown':
      // A wrong total, cart or way to pay has no field to mark.
      if (['totalAmount', 'items', 'way'].some((name) => error.body?.fields?.[name])) break;
      return 'Before you try again, please correct the marked fields. Nothing was charged.';
  }
  if (error.kind === 'FETCH_ERROR' || error.kind === 'TIMEOUT_ERROR') {
    return `The shop did not answer. Everything you typed is kept. ${keyed ? 'You can press again: it makes one order only.' : 'Please check your connection, then press again.'}`;
  }
  // 'Not authorized, no token' tells a guest nothing.
  const said = error.kind === 401 ? '' : errorText(error, true);
  if (said) return `${said} ${KEPT}`;
  return `${reason(error.kind)} ${KEPT} ${remedy(error.kind)}`;
}
