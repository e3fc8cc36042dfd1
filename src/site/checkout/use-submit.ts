import { PUBLIC_PAYMENT_HOSTS } from 'astro:env/client';
import { useState } from 'react';
import { CHECKOUT_MESSAGES } from '#contract/checkout.ts';
import { checkoutCalls } from '#contract/checkout-calls.ts';
import { $cart } from '#site/cart/cart-store.ts';
import { correctCart } from '#site/cart/changes-store.ts';
import type { CallError } from '#site/client/errors.ts';
import {
  correctFee,
  fetchShippingPlaces,
  refetchShippingPlaces,
} from '#site/delivery/places-store.ts';
import { useSubmission } from '#site/forms/use-submission.ts';
import { call } from '#site/session/call.ts';
import { CART_EMPTY, PAYMENT_ERROR, SHIPPING_REQUIRED } from '#site/toasts/texts.ts';
import { toast } from '#site/toasts/toasts-store.ts';
import { type Changes, correct, feeChange } from './changes.ts';
import { $draft } from './draft-store.ts';
import { FIELDS, readForm, serverErrors } from './form.ts';
import { advice, type Order, type Outcome, pay } from './pay.ts';

/** Sends the order. `changes`: how the shop's figures differ from the order that was sent last. */
export function useSubmit(extensions: readonly string[]) {
  const [changes, setChanges] = useState<Changes | null>(null);

  const fail = (error: CallError) => {
    // The browser is on its way to /login, and a toast there says why.
    if (error.leaves) return;
    toast(PAYMENT_ERROR);
    const keyed = extensions.includes('payment.idempotencyKey');
    setMessage({ kind: 'failed', text: advice(error, keyed) });
    const errors = serverErrors(error.body?.fields);
    if (error.body?.code === 'shipping_place_unknown') {
      refetchShippingPlaces();
      errors.shippingLocation ??= CHECKOUT_MESSAGES.shippingLocation;
    }
    showErrors(errors);
  };
  const submission = useSubmission(FIELDS, fail);
  const { setMessage, showErrors, run } = submission;

  const settle = (outcome: Outcome, order: Order, leaving: () => void) => {
    if (outcome.kind === 'failed') return fail(outcome.error);
    if (outcome.kind === 'redirect') {
      location.assign(outcome.url);
      return leaving();
    }
    toast(PAYMENT_ERROR);
    const { place, amount } = order.place;
    const { shippingFee } = outcome.current;
    const { items, changes } = correct(order.cart.items, outcome.current);
    const fee = feeChange(place, amount, shippingFee);
    if (fee) changes.push({ id: 'fee', text: fee });
    correctCart(items);
    correctFee(place, shippingFee);
    setChanges(changes);
  };

  const send = async ({ form, cart }: Pick<Order, 'form' | 'cart'>, leaving: () => void) => {
    try {
      // A restored draft can be complete before the places have arrived.
      const places = await fetchShippingPlaces();
      // The form says now that the shop cannot deliver, and has no field to mark.
      if (places?.length === 0) return;
      const place = places?.find((entry) => entry.place === form.shippingLocation);
      if (!place) {
        showErrors({ shippingLocation: SHIPPING_REQUIRED.text });
        return toast(SHIPPING_REQUIRED);
      }
      const order = { form, cart, place, extensions, paymentHosts: PUBLIC_PAYMENT_HOSTS };
      const outcome = await pay(
        order,
        (input) => call(checkoutCalls.initializePayment, input),
        Date.now(),
      );
      settle(outcome, order, leaving);
    } catch (error) {
      toast(PAYMENT_ERROR);
      throw error;
    }
  };

  const submit = () =>
    run((leaving) => {
      setChanges(null);
      const cart = $cart.get();
      if (cart.items.length === 0) {
        toast(CART_EMPTY);
        return;
      }
      const { form, errors } = readForm($draft.get());
      showErrors(errors);
      if (!form) return;
      if (navigator.onLine) return send({ form, cart }, leaving);
      setMessage({ kind: 'offline' });
      return;
    });

  return { ...submission, changes, submit };
}
