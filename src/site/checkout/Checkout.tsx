import '#site/cart/live-lines.ts';
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { paths } from '#config/paths.ts';
import type { CartEntry } from '#domain/orders/cart.ts';
import { orderTotal, subtotal } from '#domain/orders/cart-lines.ts';
import type { ExtraField } from '#domain/orders/order-extras.ts';
import { $cart, EMPTY_CART } from '#site/cart/cart-store.ts';
import { noteChange, useLastChange } from '#site/cart/use-said-sum.ts';
import { areasPart, useAreas } from '#site/checkout/shipping/CityField.tsx';
import { $shippingPlaces } from '#site/delivery/places-store.ts';
import { emit, eventItems } from '#site/events/emit.ts';
import { Messages } from '#site/forms/Messages.tsx';
import { island } from '#site/lazy/island.tsx';
import { fetchModule, loadModule } from '#site/lazy/load-module.ts';
import { lazyPart } from '#site/lazy/part.ts';
import { useFirstTouch, useHydrated } from '#site/lazy/use-hydrated.ts';
import { usePart } from '#site/lazy/use-part.ts';
import type { Quote } from '#site/promotions/use-quote.ts';
import { $session } from '#site/session/session-store.ts';
import { CODE_KEY } from '#site/storage/keys.ts';
import { tab } from '#site/storage/tab.ts';
import {
  $draft,
  beginDraft,
  consistent,
  EMPTY_DRAFT,
  type FieldName,
  keepDraft,
} from './draft-store.ts';
import { OrderSummary, useWide } from './OrderSummary.tsx';
import { offerWays } from './offered-ways.ts';
import { submitPart, useSubmit } from './sending/use-submit.ts';
import { doubtsPart } from './shipping/PlaceField.tsx';
import { giftFieldsPart, ShippingForm } from './shipping/ShippingForm.tsx';

/** The part that follows a choice of city and place. */
const destinationPart = lazyPart(() => import('./shipping/destination.ts'));

/** The part that shows how the shop's figures differ. */
const changedOrderPart = lazyPart(() => import('./sending/ChangedOrder.tsx'));

/** The part that asks for promotions and shows them. */
const promotionsPart = lazyPart(() => import('#site/promotions/CheckoutPromotions.tsx'));

/** The part that offers the addresses of an account. */
const addressesPart = lazyPart(() => import('./shipping/SavedAddresses.tsx'));
/** The fields that decide the shipping place, and with it the sum. */
const PLACED: ReadonlySet<FieldName> = new Set(['state', 'city', 'shippingLocation']);

/** The checkout (spec §2). */
function Checkout({
  promotes,
  gives,
  saves,
  extras,
  wrapping,
  ways,
  hint,
}: {
  /** Whether the backend has the extensions promotions, payment.gift and account.addresses. */
  promotes: boolean;
  gives: boolean;
  saves: boolean;
  /** The optional fields. They come with the page, because no other script here needs their labels. */
  extras: readonly ExtraField[];
  /** The product that wraps a gift, if the shop has one. */
  wrapping: CartEntry | undefined;
  /** The choice of a way to pay, where there are several. It is HTML and needs no script. */
  ways?: ReactNode;
  /** The text that names the payment provider, if there is only one way to pay. */
  hint?: ReactNode;
}) {
  const hydrated = useHydrated();
  const { items } = useStore($cart, { ssr: () => EMPTY_CART });
  const kept = useStore($draft, { ssr: () => EMPTY_DRAFT });
  const cities = useAreas(kept.state);
  const draft = consistent(kept, cities.list);
  const place = useStore($shippingPlaces).list?.find(
    (entry) => entry.place === draft.shippingLocation,
  );

  const [quote, setQuote] = useState<Quote>();
  const [touched, setTouched] = useState(false);
  const promotions = usePart(promotionsPart, promotes && touched);

  const saved = usePart(addressesPart, saves && hydrated && $session.get() !== null);
  const wide = useWide();
  const root = useRef<HTMLDivElement>(null);
  const summary = useRef<HTMLElement>(null);
  const lastChange = useLastChange();
  /** A field is checked as the shopper leaves it, but only after the first press. */
  const pressed = useRef(false);
  const { form, pending, message, changes, errors, setErrors, submit } = useSubmit();

  const changed = usePart(changedOrderPart, changes !== null);

  useLayoutEffect(() => {
    // Keeps what was typed, or restored by the browser, before hydration.
    const typed = [...new FormData(form.current ?? undefined)].filter(([, text]) => text);
    if (typed.length > 0) keepDraft(Object.fromEntries(typed));
    beginDraft();
    // A shopper with a code sees its discount at once.
    if (tab.get(CODE_KEY) || $draft.get().code) setTouched(true);
  }, [form]);

  useEffect(() => {
    // The server's figures differ from those that were sent.
    if (changes) quote?.again();
  }, [changes, quote?.again]);

  const total = orderTotal(items, place?.amount ?? 0) - (quote?.answer?.discount ?? 0);
  useEffect(() => offerWays(total, place), [total, place]);

  useFirstTouch(root, () => {
    setTouched(true);
    for (const part of [
      areasPart,
      destinationPart,
      doubtsPart,
      giftFieldsPart,
      changedOrderPart,
      submitPart,
    ])
      fetchModule(part);
  });

  const filled = useRef(false);
  useEffect(() => {
    const emptied = filled.current && items.length === 0;
    filled.current = items.length > 0;
    // The button that removed the last line is gone: the headline takes the focus.
    if (emptied && document.activeElement === document.body) {
      root.current?.querySelector<HTMLElement>('[data-focus-fallback]')?.focus();
    }
  }, [items.length]);

  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || items.length === 0) return;
    begun.current = true;
    emit('begin-checkout', { value: subtotal(items), items: eventItems(items) });
  }, [items]);

  const check = (name: FieldName, value = draft[name]) =>
    submitPart.now &&
    setErrors({
      ...errors,
      [name]: submitPart.now.wrongIn({ ...$draft.get(), [name]: value })[name],
    });

  const messages = (
    <Messages message={message}>
      {changes && changed && <changed.ChangedOrder changes={changes} />}
    </Messages>
  );
  // Above the button on a phone, where the summary is folded.
  const code = promotes && (
    <details className={hydrated ? '' : 'lg:hidden'}>
      <summary className="py-3">Have a code?</summary>
      {/* It loads with the first touch of the checkout. */}
      {promotions && (
        <promotions.Promotions
          items={items}
          place={place}
          pending={pending}
          error={errors.code}
          onCorrected={() => setErrors({ ...errors, code: undefined })}
          lastChange={lastChange}
          onQuote={setQuote}
        />
      )}
    </details>
  );
  const empty = items.length === 0;
  // Before hydration both are there, and the page's head decides which is shown (early.ts).
  return (
    <div ref={root}>
      {(empty || !hydrated) && (
        <div
          className={`grid min-h-[calc(100svh-16rem)] content-start justify-items-start gap-3 pt-6 ${hydrated ? '' : '[html:not(.cart-empty)_&]:hidden'}`}
        >
          {hydrated && messages}
          <h2 className="panel-title" tabIndex={-1} data-focus-fallback>
            Your cart is empty
          </h2>
          <p className="text-ink-soft">Add some products to your cart to proceed with checkout.</p>
          <a href={paths.products} className="button mt-4">
            Continue Shopping
          </a>
        </div>
      )}
      {(!empty || !hydrated) && (
        <div
          className={`grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,42rem)_minmax(0,26rem)] lg:justify-between ${hydrated ? '' : '[.cart-empty_&]:hidden'}`}
        >
          <div className="beside">
            <OrderSummary
              items={items}
              place={place}
              draft={draft}
              code={wide && code}
              reduced={quote && promotions?.reduced({ items, place }, quote)}
              pending={pending}
              lastChange={lastChange}
              root={summary}
            />
          </div>
          <ShippingForm
            form={form}
            draft={draft}
            cities={cities}
            errors={errors}
            pending={pending}
            extras={extras}
            gift={gives && { wrapping, lastChange }}
            ready={hydrated}
            saved={saved && <saved.SavedAddresses lastChange={lastChange} setErrors={setErrors} />}
            ways={ways}
            hint={hint}
            onChange={(name, value) => {
              if (PLACED.has(name)) noteChange(lastChange);
              // Without a gift there is nothing to wrap.
              if (name === 'gift') giftFieldsPart.now?.wrap(wrapping, false, lastChange);
              keepDraft(name === 'state' ? { state: value, city: '' } : { [name]: value });
              // If this fails, no place is filled in, and she picks one.
              loadModule(destinationPart).then(
                ({ followDraft }) => followDraft(name),
                () => {},
              );
              // The error of a corrected field disappears at once.
              if (errors[name]) check(name, value);
            }}
            onBlur={(name) => pressed.current && check(name)}
            onSubmit={() => {
              pressed.current = true;
              void submit();
            }}
          >
            {!wide && code}
            {messages}
          </ShippingForm>
        </div>
      )}
    </div>
  );
}

export default island(Checkout);
