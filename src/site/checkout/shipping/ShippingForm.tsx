import { useStore } from '@nanostores/react';
import { type ReactNode, type RefObject, type SubmitEvent, useState } from 'react';
import { paths } from '#config/paths.ts';
import { shop } from '#config/shop.ts';
import type { ExtraField } from '#domain/orders/order-extras.ts';
import { STATES } from '#domain/places/geography.ts';
import type { Draft, FieldName } from '#site/checkout/draft-store.ts';
import { $shippingPlaces } from '#site/delivery/places-store.ts';
import { SelectField, TextField, Tick } from '#site/forms/Field.tsx';
import type { FieldErrors } from '#site/forms/field-errors.ts';
import { SubmitButton } from '#site/forms/SubmitButton.tsx';
import { lazyPart } from '#site/lazy/part.ts';
import { usePart } from '#site/lazy/use-part.ts';
import { NOT_LOADED, toast } from '#site/toasts/toasts-store.ts';
import { CityField, type useAreas } from './CityField.tsx';
import type { Wrapping } from './GiftFields.tsx';
import { doubtsPart, PlaceField } from './PlaceField.tsx';

export const giftFieldsPart = lazyPart(() => import('./GiftFields.tsx'));
/** Tells the shopper that the fields of the tick did not load. */
const notLoaded = () => toast(NOT_LOADED);
/** The part that a shop without places shows. */
const noDeliveryPart = lazyPart(() => import('./NoDelivery.tsx'));

/** Two fields where there is room for both. */
const SIDE_BY_SIDE =
  'grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] gap-x-5 gap-y-10';

const STATE_OPTIONS = STATES.map(({ state }) => ({ value: state, text: state }));

interface Props {
  form: RefObject<HTMLFormElement | null>;
  draft: Draft;
  cities: ReturnType<typeof useAreas>;
  errors: FieldErrors<FieldName>;
  pending: boolean;
  extras: readonly ExtraField[];
  gift: Wrapping | false;
  /** Whether React has hydrated the form. */
  ready: boolean;
  onChange: (name: FieldName, value: string) => void;
  onBlur: (name: FieldName) => void;
  onSubmit: () => void;
  /** The choice of a saved address, for a customer who is signed in. */
  saved: ReactNode;
  /** The choice of a way to pay, where there are several. */
  ways: ReactNode;
  /** The text that names the payment provider, if there is only one way to pay. */
  hint: ReactNode;
  /** Shown above the button. */
  children: ReactNode;
}

/** The Shipping Information card (spec §2), down to 'Proceed to Payment'. */
export function ShippingForm(props: Props) {
  const { draft, errors, pending } = props;
  const field = (name: FieldName) => ({
    name,
    value: draft[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => props.onChange(name, target.value),
    onBlur: () => props.onBlur(name),
  });
  const onTick = (name: FieldName) => ({
    name,
    checked: draft[name] !== '',
    onChange: ({ target }: { target: { checked: boolean } }) =>
      props.onChange(name, target.checked ? 'yes' : ''),
  });
  const gifts = usePart(giftFieldsPart, draft.gift !== '', notLoaded);
  /** Whether the phone number is being typed. A question in the middle of it would only disturb. */
  const [typing, setTyping] = useState(false);
  const doubts = usePart(doubtsPart, draft.phone !== '');
  const nowhere = useStore($shippingPlaces).list?.length === 0;
  const none = usePart(noDeliveryPart, nowhere);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    props.onSubmit();
  };
  return (
    <form
      ref={props.form}
      method="post"
      noValidate
      onSubmit={submit}
      aria-labelledby="shipping-title"
      className="panel grid gap-10"
    >
      <div className="-mb-2 flex items-center justify-between gap-2">
        <h2 id="shipping-title" className="panel-title shrink-0">
          Shipping Information
        </h2>
        {props.saved}
      </div>
      <TextField
        label="Full Name"
        autoComplete="name"
        enterKeyHint="next"
        maxLength={200}
        {...field('fullName')}
      />
      <div className={SIDE_BY_SIDE}>
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          enterKeyHint="next"
          maxLength={254}
          {...field('email')}
        />
        <TextField
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          enterKeyHint="next"
          maxLength={60}
          live
          note={typing ? undefined : doubts?.phoneDoubt(draft)}
          {...field('phone')}
          onFocus={() => setTyping(true)}
          onBlur={() => {
            setTyping(false);
            props.onBlur('phone');
          }}
        />
      </div>
      <TextField
        label="Address"
        autoComplete="street-address"
        enterKeyHint="next"
        maxLength={500}
        {...field('address')}
      />
      <TextField
        label="Country"
        name="country"
        autoComplete="off"
        value={shop.country}
        required={false}
        disabled
        readOnly
      />
      <div className={SIDE_BY_SIDE}>
        <SelectField
          label="State"
          autoComplete="address-level1"
          empty="Choose your state"
          options={STATE_OPTIONS}
          {...field('state')}
        />
        <CityField state={draft.state} cities={props.cities} {...field('city')} />
      </div>
      {nowhere ? (
        none && <none.NoDelivery />
      ) : (
        <PlaceField state={draft.state} city={draft.city} {...field('shippingLocation')} />
      )}
      {props.gift && (
        <div>
          <Tick {...onTick('gift')}>This is a gift</Tick>
          {gifts && (
            <gifts.GiftFields draft={draft} field={field} onTick={onTick} {...props.gift} />
          )}
        </div>
      )}
      {props.extras.map(({ name, label, hint, most, rows }) => (
        <TextField
          key={name}
          label={label}
          note={hint}
          rows={rows}
          maxLength={most}
          required={false}
          {...field(name)}
        />
      ))}
      {!nowhere && props.ways}
      {props.children}
      <div className="grid gap-3">
        {!nowhere && (
          <>
            <SubmitButton
              className="button wide"
              label="Proceed to Payment"
              busy="Processing..."
              pending={pending}
              ready={props.ready}
              disables
            />
            {props.hint}
          </>
        )}
        <p className="field-hint">
          Our <TextLink href={paths.terms}>terms</TextLink> hold for your order, and{' '}
          <TextLink href={paths.returns}>returns</TextLink> are free if it arrives wrong. What you
          type here we use to deliver: see <TextLink href={paths.privacy}>privacy</TextLink>.
        </p>
      </div>
    </form>
  );
}

/** A link within a sentence. The draft is kept (checkout/draft-store.ts), so the form is still filled on return. */
function TextLink({ href, children }: { href: string; children: string }) {
  return (
    <a className="link" href={href}>
      {children}
    </a>
  );
}
