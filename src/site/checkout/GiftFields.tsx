import type { ChangeEvent, ComponentProps, ReactNode } from 'react';
import { formatNaira } from '#domain/money/money.ts';
import type { CartEntry } from '#domain/orders/cart.ts';
import { ORDER_EXTRAS } from '#domain/orders/order-extras.ts';
import { addToCart } from '#site/cart/cart-store.ts';
import { removeFromCart } from '#site/cart/changes-store.ts';
import { TextAreaField, TextField } from '#site/forms/Field.tsx';
import type { Draft, FieldName } from './draft-store.ts';

/** Wrapping is a product like any other: to have it is to have it in the cart. */
export interface Wrapping {
  wrapping: CartEntry | undefined;
  isWrapped: boolean;
  /** Runs before the cart changes. */
  onWrap: () => void;
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
  onChange: (name: FieldName, value: string) => void;
}

/** 'This is a gift', and what follows from it. What was typed is kept while the tick is out. */
export function GiftFields({ draft, field, onChange, wrapping, isWrapped, onWrap }: Props) {
  const { label, most, rows } = ORDER_EXTRAS.giftMessage;
  const tick = (name: FieldName) => ({
    name,
    checked: draft[name] !== '',
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
      onChange(name, target.checked ? 'yes' : ''),
  });
  const wrap = (entry: CartEntry, on: boolean) => {
    onWrap();
    if (on) addToCart(entry);
    else removeFromCart(entry.id);
  };
  // Not filled in by the browser: it would write the buyer again.
  const receiver = (name: FieldName, label: string, maxLength: number) =>
    ({ ...field(name), label, maxLength, autoComplete: 'off', enterKeyHint: 'next' }) as const;
  const gift = tick('gift');
  const elsewhere = tick('elsewhere');
  return (
    <div className="mt-2">
      <Tick
        {...gift}
        note="No prices and no receipt go into the parcel."
        onChange={(event) => {
          if (wrapping && isWrapped) wrap(wrapping, false);
          gift.onChange(event);
        }}
      >
        This is a gift
      </Tick>
      {gift.checked && (
        <div className="mt-4 grid gap-10 border-s border-hairline ps-5">
          <TextAreaField
            {...field('giftMessage')}
            label={label}
            note={`Up to ${most} characters. We print it on a card of its own.`}
            rows={rows}
            maxLength={most}
            required={false}
          />
          <div className="grid gap-2">
            {wrapping && (isWrapped || wrapping.qtyAvailable > 0) && (
              <Tick
                name="wrapping"
                checked={isWrapped}
                onChange={({ target }) => wrap(wrapping, target.checked)}
              >
                {wrapping.name}, {formatNaira(wrapping.price)}
              </Tick>
            )}
            <Tick
              {...elsewhere}
              note="To the address above. The courier calls them; we write to you, and call you."
            >
              Deliver to somebody else
            </Tick>
          </div>
          {elsewhere.checked && (
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
      )}
    </div>
  );
}

/** A box to tick, with its words. */
function Tick({
  children,
  note,
  ...input
}: ComponentProps<'input'> & { name: string; note?: string; children: ReactNode }) {
  return (
    <div>
      <label className="inline-flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          value="yes"
          id={input.name}
          className="size-5 shrink-0 appearance-auto accent-ink"
          aria-describedby={note && `${input.name}-note`}
          {...input}
        />
        {children}
      </label>
      {note && (
        <p id={`${input.name}-note`} className="field-hint ps-8">
          {note}
        </p>
      )}
    </div>
  );
}
