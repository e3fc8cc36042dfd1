import { PUBLIC_PAYMENT_HOSTS } from 'astro:env/client';
import { useEffect, useRef, useState } from 'react';
import type { ShippingPlace } from '#contract/app-data.ts';
import { CHECKOUT_MESSAGES } from '#contract/checkout.ts';
import { checkoutCalls } from '#contract/checkout-calls.ts';
import { $cart } from '#site/cart/cart-store.ts';
import { correctCart } from '#site/cart/changes-store.ts';
import { $shippingPlaces, correctFee, refetchShippingPlaces } from '#site/delivery/places-store.ts';
import { call } from '#site/session/call.ts';
import { CART_EMPTY, PAYMENT_ERROR, SHIPPING_REQUIRED } from '#site/toasts/texts.ts';
import { toast } from '#site/toasts/toasts-store.ts';
import { correct, feeChange } from './changes.ts';
import { type FieldErrors, serverErrors } from './form.ts';
import { advice, type Order, type Outcome, pay } from './pay.ts';

/** What the shopper reads above the button. */
export type Message =
  | { kind: 'offline' }
  | { kind: 'advice'; text: string }
  | { kind: 'changed'; changes: { id: string; text: string }[] };

/** Ms after which a shopper who is still here may press again: the payment page did not open. */
const LEAVING = 15_000;

/** The place of that name, with its fee. A draft can be whole before the places have come: then it waits for them. */
async function chosenPlace(name: string): Promise<ShippingPlace | undefined> {
  if ($shippingPlaces.get().loading) await $shippingPlaces.fetch();
  return $shippingPlaces.get().data?.find(({ place }) => place === name);
}

/** Sends the order once, and turns what comes of it into words. */
export function useSubmit(extensions: readonly string[], onErrors: (errors: FieldErrors) => void) {
  const [pending, setPending] = useState(false);
  const [message, setMessage] = useState<Message | null>(null);
  // State arrives a render late: two presses in one frame would both find it false.
  const busy = useRef(false);
  const release = () => {
    busy.current = false;
    setPending(false);
  };

  useEffect(() => {
    // Back from the payment page, out of the back/forward cache.
    const back = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      busy.current = false;
      setPending(false);
    };
    window.addEventListener('pageshow', back);
    return () => window.removeEventListener('pageshow', back);
  }, []);

  const settle = (outcome: Outcome, order: Order) => {
    if (outcome.kind === 'redirect') {
      location.assign(outcome.url);
      setTimeout(release, LEAVING);
      return;
    }
    release();
    toast(PAYMENT_ERROR);
    if (outcome.kind === 'changed') {
      const { items, changes } = correct(order.cart.items, outcome.current);
      const { place, amount } = order.place;
      const fee = feeChange(place, amount, outcome.current.shippingFee);
      if (fee) changes.push({ id: 'fee', text: fee });
      correctCart(items);
      correctFee(place, outcome.current.shippingFee);
      setMessage({ kind: 'changed', changes });
      return;
    }
    const { error } = outcome;
    setMessage({
      kind: 'advice',
      text: advice(error, extensions.includes('payment.idempotencyKey')),
    });
    const errors = serverErrors(error.body?.fields);
    if (error.body?.code === 'shipping_place_unknown') {
      refetchShippingPlaces();
      errors.shippingLocation ??= CHECKOUT_MESSAGES.shippingLocation;
    }
    onErrors(errors);
  };

  /** `read` gives the form when it is right; it shows what is wrong with it otherwise. */
  const submit = async (read: () => Order['form'] | undefined) => {
    if (busy.current) return;
    setMessage(null);
    const cart = $cart.get();
    if (cart.items.length === 0) return toast(CART_EMPTY);
    const form = read();
    if (!form) return;
    if (!navigator.onLine) return setMessage({ kind: 'offline' });
    busy.current = true;
    setPending(true);
    const place = await chosenPlace(form.shippingLocation);
    if (!place) {
      release();
      onErrors({ shippingLocation: SHIPPING_REQUIRED.text });
      return toast(SHIPPING_REQUIRED);
    }
    const order = { form, cart, place, extensions, paymentHosts: PUBLIC_PAYMENT_HOSTS };
    try {
      settle(
        await pay(order, (input) => call(checkoutCalls.initializePayment, input), Date.now()),
        order,
      );
    } catch (error) {
      release();
      toast(PAYMENT_ERROR);
      throw error;
    }
  };

  return { pending, message, submit };
}
