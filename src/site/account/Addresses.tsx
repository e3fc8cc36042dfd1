import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import type { SavedAddress } from '#contract/address.ts';
import type { Customer } from '#contract/profile.ts';
import { profileCalls } from '#contract/profile-calls.ts';
import { areasOf } from '#domain/places/areas.ts';
import { STATES } from '#domain/places/geography.ts';
import { noLongerServed } from '#site/checkout/shipping/served.ts';
import { $shippingPlaces, fetchShippingPlaces } from '#site/delivery/places-store.ts';
import { SelectField, TextField } from '#site/forms/Field.tsx';
import { Messages } from '#site/forms/Messages.tsx';
import { useSubmission } from '#site/forms/use-submission.ts';
import { failureText } from '#site/orders/texts.ts';
import { call } from '#site/session/call.ts';
import { type DialogProps, EditForm, Loaded } from './EditForm.tsx';

/** The address book. */
export const Addresses = ({ token }: DialogProps) => (
  <Loaded token={token}>{(customer) => <Book first={customer.addresses ?? []} />}</Loaded>
);

function Book({ first }: { first: SavedAddress[] }) {
  const [list, setList] = useState(first);
  const [edited, setEdited] = useState<SavedAddress>();
  /** The address whose deletion waits for a second press. */
  const [leaving, setLeaving] = useState('');
  const { list: places } = useStore($shippingPlaces);
  useEffect(() => void fetchShippingPlaces(), []);
  const show = ({ addresses = [] }: Customer) => {
    setList(addresses);
    setEdited(undefined);
  };
  const { pending, message, setMessage, run } = useSubmission([], (error) => {
    setMessage({ kind: 'failed', text: failureText(error) });
    // Another tab has deleted it.
    if (error.kind === 404) void call(profileCalls.customer, {}).then(show, () => {});
  });
  const change = (work: () => Promise<Customer>) => () => void run(async () => show(await work()));
  if (edited) return <Edit address={edited} show={show} />;
  return (
    <>
      <Messages message={message} />
      {list.length === 0 && (
        <p role="status">
          No address yet. Tick ‘Save this address’ at the checkout to find it here.
        </p>
      )}
      <ul className="grid">
        {list.map((one) => (
          <li key={one.id} className="grid gap-3 border-t border-hairline py-5">
            <p>
              <strong>{one.fullName}</strong>
              {one.isDefault && <span className="text-ink-soft"> · Default</span>}
              <br />
              {one.address}, {one.city}, {one.state}
              <br />
              {one.phone}
            </p>
            {noLongerServed(one, places) && (
              <p className="field-hint">
                We no longer deliver to ‘{one.shippingLocation}’. Edit this address to choose
                another place.
              </p>
            )}
            <div className="flex flex-wrap gap-x-5">
              <Small of={one} onClick={() => setEdited(one)}>
                Edit
              </Small>
              {!one.isDefault && (
                <Small
                  of={one}
                  pending={pending}
                  onClick={change(() =>
                    call(profileCalls.changeAddress, {
                      params: { id: one.id },
                      body: { isDefault: true },
                    }),
                  )}
                >
                  Make default
                </Small>
              )}
              <Small
                of={one}
                pending={pending}
                onClick={
                  leaving === one.id
                    ? change(() => call(profileCalls.deleteAddress, { params: { id: one.id } }))
                    : () => setLeaving(one.id)
                }
              >
                {leaving === one.id ? 'Press again to delete' : 'Delete'}
              </Small>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

interface SmallProps {
  of: SavedAddress;
  pending?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A button that names its address to a screen reader. */
const Small = ({ of, pending, onClick, children }: SmallProps) => (
  <button
    type="button"
    className="link min-h-11"
    aria-disabled={pending || undefined}
    onClick={onClick}
  >
    {children}
    <span className="visually-hidden"> {of.address}</span>
  </button>
);

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, text: value }));
const STATE_OPTIONS = optionsOf(STATES.map(({ state }) => state));

function Edit({ address, show }: { address: SavedAddress; show: (customer: Customer) => void }) {
  const { list: places } = useStore($shippingPlaces);
  const [state, setState] = useState(address.state);
  const [city, setCity] = useState(address.city);
  return (
    <EditForm
      names={['fullName', 'phone', 'address', 'state', 'city', 'shippingLocation']}
      label="Save this address"
      busy="Saving..."
      send={async (body) =>
        show(await call(profileCalls.changeAddress, { params: { id: address.id }, body }))
      }
    >
      {(field) => (
        <>
          <TextField label="Full Name" defaultValue={address.fullName} {...field('fullName')} />
          <TextField label="Phone" type="tel" defaultValue={address.phone} {...field('phone')} />
          <TextField label="Address" defaultValue={address.address} {...field('address')} />
          <SelectField
            label="State"
            empty="Choose your state"
            options={STATE_OPTIONS}
            value={state}
            onChange={({ target }) => {
              setState(target.value);
              setCity('');
            }}
            {...field('state')}
          />
          <SelectField
            label="City"
            empty="Choose your city"
            options={optionsOf(areasOf(state))}
            value={city}
            onChange={({ target }) => setCity(target.value)}
            {...field('city')}
          />
          {/* One that the list does not have cannot be chosen: the field is empty and asks. */}
          <SelectField
            key={places?.length}
            label="Shipping Location"
            empty="Choose where we deliver"
            options={optionsOf(places?.map(({ place }) => place) ?? [address.shippingLocation])}
            defaultValue={noLongerServed(address, places) ? '' : address.shippingLocation}
            {...field('shippingLocation')}
          />
        </>
      )}
    </EditForm>
  );
}
