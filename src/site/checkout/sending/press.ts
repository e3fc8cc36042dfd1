import { PUBLIC_PAYMENT_HOSTS } from 'astro:env/client';
import { CHECKOUT_MESSAGES } from '#contract/checkout.ts';
import { checkoutCalls } from '#contract/checkout-calls.ts';
import { readCampaign } from '#domain/orders/campaign.ts';
import type { ChosenWay } from '#domain/payments/ways.ts';
import { $cart } from '#site/cart/cart-store.ts';
import { correctCart } from '#site/cart/changes-store.ts';
import { $draft, type Draft, type FieldName } from '#site/checkout/draft-store.ts';
import { readForm, serverErrors } from '#site/checkout/form.ts';
import type { CallError } from '#site/client/errors.ts';
import { has } from '#site/client/extensions.ts';
import {
  correctFee,
  fetchShippingPlaces,
  refetchShippingPlaces,
} from '#site/delivery/places-store.ts';
import { type FieldErrors, type Message, sayWrong } from '#site/forms/field-errors.ts';
import { dropQuotes, fetchQuoteForPress, keepTold, quoteOf } from '#site/promotions/quotes.ts';
import { call } from '#site/session/call.ts';
import { CAMPAIGN_KEY } from '#site/storage/keys.ts';
import { tab } from '#site/storage/tab.ts';
import { type ToastText, toast } from '#site/toasts/toasts-store.ts';
import { type Changes, correct, discountChange, feeChange } from './changes.ts';
import { advice, type Order, pay, type Send } from './pay.ts';

/**
 * The action of 'Proceed to Payment': it checks the form, sends the order and shows the result. It brings the rules and
 * the calls, so it loads with the first touch of the form (use-submit.ts).
 */

/** The refusals of the checkout (spec §8). */
const CART_EMPTY: ToastText = {
  title: 'Cart Empty',
  text: 'Please add items to your cart before proceeding.',
  tone: 'bad',
};
const SHIPPING_REQUIRED: ToastText = {
  title: 'Shipping Required',
  text: 'Please select a shipping location.',
  tone: 'bad',
};
/** Any failure to begin a payment. */
const PAYMENT_ERROR: ToastText = {
  title: 'Payment Error',
  text: 'Failed to initialize payment. Please try again.',
  tone: 'bad',
};

/** The form, which shows the result of a press. */
export interface Screen {
  showErrors(errors: FieldErrors<FieldName>): void;
  setMessage(message: Message): void;
  setChanges(changes: Changes | null): void;
}

export const wrongIn = (draft: Draft): FieldErrors<FieldName> => readForm(draft).errors;

export function fail({ showErrors, setMessage }: Screen, error: CallError): void {
  // The browser is on its way to /login, and a toast there says why.
  if (error.leaves) return;
  toast(PAYMENT_ERROR);
  setMessage({ kind: 'failed', text: advice(error, has('payment.idempotencyKey')) });
  const errors = serverErrors(error.body?.fields, $draft.get());
  if (error.body?.code === 'shipping_place_unknown') {
    refetchShippingPlaces();
    errors.shippingLocation ??= CHECKOUT_MESSAGES.shippingLocation;
  }
  showErrors(errors);
}

/**
 * Presses 'Proceed to Payment': checks the form at once, and sends the order. Returns nothing if there is nothing to send;
 * `leaving` as in forms/use-submission.ts.
 */
export function press(screen: Screen, leaving: () => void): Promise<void> | undefined {
  screen.setChanges(null);
  const cart = $cart.get();
  if (cart.items.length === 0) {
    toast(CART_EMPTY);
    return;
  }
  const { form, errors } = readForm($draft.get());
  screen.showErrors(errors);
  sayWrong(errors);
  if (!form) return;
  if (navigator.onLine) return send(screen, { form, cart }, leaving);
  screen.setMessage({ kind: 'offline' });
  return;
}

/** The way to pay that is chosen (WaysToPay.astro). Undefined in a shop that has one. */
const chosenWay = () =>
  document.querySelector<HTMLInputElement>('[name=way]:checked')?.value as ChosenWay | undefined;

/** Finds the place, sends the order and shows what came of it. */
async function send(
  screen: Screen,
  { form, cart }: Pick<Order, 'form' | 'cart'>,
  leaving: () => void,
): Promise<void> {
  try {
    // A restored draft can be complete before the places have arrived.
    const places = await fetchShippingPlaces();
    // The form says now that the shop cannot deliver, and has no field to mark.
    if (places?.length === 0) return;
    const place = places?.find((entry) => entry.place === form.shippingLocation);
    if (!place) {
      screen.showErrors({ shippingLocation: SHIPPING_REQUIRED.text });
      return toast(SHIPPING_REQUIRED);
    }

    const draft = $draft.get();
    let promotion: Order['promotion'];
    let quote: Awaited<ReturnType<typeof fetchQuoteForPress>>;
    if (has('promotions')) {
      const code = draft.code.trim();
      quote = await fetchQuoteForPress(quoteOf({ ...draft, items: cart.items, place }));
      if (quote?.refused) return screen.showErrors({ code: quote.refused.message });
      // Without a quote the order decides: it is refused if something is taken off, and says how much.
      promotion = { discount: quote?.discount ?? 0, ...(code && { code }) };
    }
    const paymentHosts = PUBLIC_PAYMENT_HOSTS;
    // The campaign that led to this visit (frame/early.ts keeps its words).
    const campaign = readCampaign(tab.get(CAMPAIGN_KEY) ?? '');
    const site = location.origin;
    const saveAddress = document.querySelector('[name=saveAddress]:checked') !== null;
    const way = chosenWay();
    const order = { form, cart, place, promotion, way, saveAddress, campaign, paymentHosts, site };
    const initialize: Send = (input) => call(checkoutCalls.initializePayment, input);
    const outcome = await pay(order, initialize, Date.now());

    if (outcome.kind === 'failed') return fail(screen, outcome.error);
    if (outcome.kind === 'redirect') {
      location.assign(outcome.url);
      return leaving();
    }
    toast(PAYMENT_ERROR);
    const { shippingFee, discount = 0, used = [] } = outcome.current;
    const { items, changes } = correct(cart.items, outcome.current);
    const fee = feeChange(place.place, place.amount, shippingFee);
    if (fee) changes.push({ id: 'fee', text: fee });
    const off = discountChange(promotion?.discount ?? 0, discount);
    changes.push(...used.map((text) => ({ id: text, text })));
    if (off) changes.push({ id: 'discount', text: off });
    dropQuotes();
    if (promotion && (!quote || used.length > 0)) {
      // The next press has to send it, although the quote may fail again, or knows nothing of her earlier orders.
      const corrected = { ...place, amount: shippingFee };
      keepTold(quoteOf({ ...draft, items: cart.items, place: corrected }), discount);
    }
    correctCart(items);
    correctFee(place.place, shippingFee);
    screen.setChanges(changes);
  } catch (error) {
    toast(PAYMENT_ERROR);
    throw error;
  }
}
