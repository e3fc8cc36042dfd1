import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import '#site/cart/live-lines.ts';
import { paths } from '#config/paths.ts';
import { $cart, EMPTY_CART } from '#site/cart/cart-store.ts';
import { $shippingPlaces } from '#site/delivery/places-store.ts';
import { useHydrated } from '#site/waking/use-hydrated.ts';
import { $draft, EMPTY_DRAFT, keepDraft } from './draft-store.ts';
import {
  consistent,
  FIELDS,
  type FieldErrors,
  type FieldName,
  firstInvalid,
  readForm,
} from './form.ts';
import { Messages } from './Messages.tsx';
import { OrderSummary } from './OrderSummary.tsx';
import { ShippingForm } from './ShippingForm.tsx';
import { useSubmit } from './use-submit.ts';

/** The checkout (spec §2). `extensions`: what the backend offered when the site was built. */
export default function Checkout({ extensions }: { extensions: readonly string[] }) {
  const hydrated = useHydrated();
  const { items } = useStore($cart, { ssr: () => EMPTY_CART });
  const draft = consistent(useStore($draft, { ssr: () => EMPTY_DRAFT }));
  const { data: places } = useStore($shippingPlaces);
  const place = places?.find((entry) => entry.place === draft.shippingLocation);

  const root = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  /** Fields are checked as the shopper leaves them, but only after the first press. */
  const pressed = useRef(false);

  const wanted = useRef<FieldName | null>(null);
  const showErrors = (found: FieldErrors) => {
    setErrors(found);
    const first = firstInvalid(found);
    if (first) wanted.current = first;
  };
  useLayoutEffect(() => {
    if (!wanted.current) return;
    form.current?.querySelector<HTMLElement>(`#${wanted.current}`)?.focus();
    wanted.current = null;
  });

  const { pending, message, submit } = useSubmit(extensions, showErrors);

  useLayoutEffect(() => {
    // What was typed, or restored by the browser, before this script came.
    const typed: Partial<Record<FieldName, string>> = {};
    for (const name of FIELDS) {
      const input = form.current?.elements.namedItem(name);
      if (input && 'value' in input && input.value) typed[name] = String(input.value);
    }
    if (Object.keys(typed).length > 0) keepDraft(typed);
  }, []);

  const filled = useRef(false);
  useEffect(() => {
    const emptied = filled.current && items.length === 0;
    filled.current = items.length > 0;
    // The button that took out the last line is no more; the headline stands in its place.
    if (emptied && document.activeElement === document.body) {
      root.current?.querySelector<HTMLElement>('[data-focus-fallback]')?.focus();
    }
  }, [items.length]);

  const check = (name: FieldName, value = draft[name]) =>
    setErrors({ ...errors, [name]: readForm({ ...$draft.get(), [name]: value }).errors[name] });

  if (hydrated && items.length === 0) {
    return (
      <div
        ref={root}
        className="grid min-h-[calc(100svh-16rem)] content-start justify-items-start gap-3 pt-6"
      >
        <Messages message={message} />
        <h2 className="panel-title" tabIndex={-1} data-focus-fallback>
          Your cart is empty
        </h2>
        <p className="text-ink-soft">Add some products to your cart to proceed with checkout.</p>
        <a href={paths.products} className="button mt-4">
          Continue Shopping
        </a>
      </div>
    );
  }
  return (
    <div
      ref={root}
      className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,42rem)_minmax(0,26rem)] lg:justify-between"
    >
      {/* It scrolls by itself where it is higher than the window: what sticks cannot be scrolled to. */}
      <div className="lg:sticky lg:top-6 lg:order-last lg:-m-2 lg:max-h-[calc(100dvh-3rem)] lg:overflow-y-auto lg:p-2">
        <OrderSummary items={items} place={place} draft={draft} pending={pending} root={summary} />
      </div>
      <ShippingForm
        form={form}
        draft={draft}
        errors={errors}
        pending={pending}
        ready={hydrated}
        onChange={(name, value) => {
          keepDraft(name === 'state' ? { state: value, city: '' } : { [name]: value });
          // What was wrong and is right now is no longer called wrong.
          if (errors[name]) check(name, value);
        }}
        onBlur={(name) => pressed.current && check(name)}
        onSubmit={() => {
          pressed.current = true;
          void submit(() => {
            const read = readForm($draft.get());
            showErrors(read.errors);
            return read.form;
          });
        }}
      >
        <Messages message={message} />
      </ShippingForm>
    </div>
  );
}
