import { useStore } from '@nanostores/react';
import type { ComponentProps } from 'react';
import { shop } from '#config/shop.ts';
import { formatNaira } from '#domain/money/money.ts';
import type { CartEntry } from '#domain/orders/cart.ts';
import { ORDER_EXTRAS } from '#domain/orders/order-extras.ts';
import { $cart, addToCart } from '#site/cart/cart-store.ts';
import { removeFromCart } from '#site/cart/changes-store.ts';
import { type LastChange, noteChange } from '#site/cart/use-said-sum.ts';
import type { Draft, FieldName } from '#site/checkout/draft-store.ts';
import { TextField, Tick } from '#site/forms/Field.tsx';

/** Wrapping is a product like any other: to have it is to have it in the cart. */
export interface Wrapping {
  wrapping: CartEntry | undefined;
  lastChange: LastChange;
}

interface Props extends Wrapping {
  draft: Draft;
  field: (name: FieldName) => {
    name: FieldName;
    value: string;
    error: string | undefined;
    onChange: (event: { target: { value: string } }) => void;
    onBlur: () => void;
  };
  onTick: (name: FieldName) => Omit<ComponentProps<typeof Tick>, 'children'>;
}

/** Adds the wrapping to the cart, or removes it. */
export function wrap(wrapping: CartEntry | undefined, on: boolean, lastChange: LastChange): void {
  if (!wrapping) return;
  noteChange(lastChange);
  if (on) addToCart(wrapping);
  else removeFromCart(wrapping.id);
}

/** The fields of a gift. They load with the first touch of the form. Without the tick they are hidden and keep their text. */
export function GiftFields({ draft, field, onTick, wrapping, lastChange }: Props) {
  const isWrapped = useStore($cart).items.some(({ id }) => id === wrapping?.id);
  const { label, most, rows } = ORDER_EXTRAS.giftMessage;
  // The browser must not fill these in: it would write the buyer again.
  const receiver = (name: FieldName, label: string, maxLength: number) =>
    ({ ...field(name), label, maxLength, autoComplete: 'off', enterKeyHint: 'next' }) as const;
  return (
    <div className="grid gap-10 border-s border-hairline ps-5">
      <p className="field-hint -mb-6 -ms-5 ps-8">No prices and no receipt go into the parcel.</p>
      <TextField
        {...field('giftMessage')}
        label={label}
        note={`Up to ${most} characters. We print it on a card of its own.`}
        rows={rows}
        maxLength={most}
        required={false}
      />
      {/* As the packing slip prints it. */}
      {draft.giftMessage && (
        <div
          aria-hidden="true"
          className="-mt-6 grid min-h-52 gap-6 border border-dashed border-edge p-6 text-center"
        >
          <p
            dir="auto"
            className="self-center font-display text-lead wrap-anywhere whitespace-pre-line"
          >
            {draft.giftMessage}
          </p>
          <small className="self-end text-caption text-ink-soft">{shop.name}</small>
        </div>
      )}
      <div className="grid gap-2">
        {wrapping && (isWrapped || wrapping.qtyAvailable > 0) && (
          <Tick
            name="wrapping"
            checked={isWrapped}
            onChange={({ target }) => wrap(wrapping, target.checked, lastChange)}
          >
            {wrapping.name}, {formatNaira(wrapping.price)}
          </Tick>
        )}
        <Tick {...onTick('elsewhere')} aria-describedby="elsewhere-note">
          Deliver to somebody else
        </Tick>
        <p id="elsewhere-note" className="field-hint -mt-2 ps-8">
          To the address above. The courier calls them; we write to you, and call you.
        </p>
      </div>
      {draft.elsewhere && (
        <div className="grid gap-10 pb-8">
          <TextField {...receiver('receiverName', 'Receiver’s name', 200)} />
          <TextField
            {...receiver('receiverPhone', 'Receiver’s phone', 60)}
            type="tel"
            inputMode="tel"
          />
        </div>
      )}
    </div>
  );
}
