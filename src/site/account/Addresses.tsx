import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { SavedAddress } from '#contract/address.ts';
import type { Customer } from '#contract/profile.ts';
import { profileCalls } from '#contract/profile-calls.ts';
import { areasOf } from '#domain/places/areas.ts';
import { STATES } from '#domain/places/geography.ts';
import { noLongerServed } from '#site/checkout/shipping/served.ts';
import { failureText } from '#site/client/failure-text.ts';
import { $shippingPlaces, fetchShippingPlaces } from '#site/delivery/places-store.ts';
import { Messages } from '#site/forms/Messages.tsx';
import { useSubmission } from '#site/forms/use-submission.ts';
import { call } from '#site/session/call.ts';
import { type DialogProps, fetchCustomer } from './Details.tsx';
import { EditForm } from './EditForm.tsx';

/** The address book. */
export function Addresses({ customer }: Pick<DialogProps, 'customer'>) {
  const [list, setList] = useState(customer.addresses ?? []);
  const [edited, setEdited] = useState<SavedAddress>();
  /** The id of the address whose deletion waits for a second press. */
  const [leaving, setLeaving] = useState('');
  const { list: places } = useStore($shippingPlaces);
  useEffect(() => void fetchShippingPlaces(), []);
  const show = ({ addresses = [] }: Customer) => {
    setList(addresses);
    setEdited(undefined);
  };
  const { message, setMessage, run } = useSubmission([], (error) => {
    setMessage({ kind: 'failed', text: failureText(error) });
    // Another tab has deleted it.
    if (error.kind === 404) void fetchCustomer().then(show, () => {});
  });
  const change = (work: () => Promise<Customer>) => void run(async () => show(await work()));
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
        {list.map((one) => {
          const params = { id: one.id };
          const button = (text: string, onClick: () => void) => (
            <button type="button" className="link min-h-11" onClick={onClick}>
              {text}
              <span className="visually-hidden"> {one.address}</span>
            </button>
          );
          return (
            <li key={one.id} className="grid gap-3 border-t border-hairline py-5">
              <p className="whitespace-pre-line">
                <strong>{one.fullName}</strong>
                {one.isDefault && ' · Default'}
                {`\n${one.address}, ${one.city}, ${one.state}\n${one.phone}`}
              </p>
              {noLongerServed(one, places) && (
                <p className="field-hint">
                  We no longer deliver to ‘{one.shippingLocation}’. Edit this address to choose
                  another place.
                </p>
              )}
              <div className="flex flex-wrap gap-x-5">
                {button('Edit', () => setEdited(one))}
                {!one.isDefault &&
                  button('Make default', () =>
                    change(() =>
                      call(profileCalls.changeAddress, { params, body: { isDefault: true } }),
                    ),
                  )}
                {leaving === one.id
                  ? button('Press again to delete', () =>
                      change(() => call(profileCalls.deleteAddress, { params })),
                    )
                  : button('Delete', () => setLeaving(one.id))}
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Edit({ address, show }: { address: SavedAddress; show: (customer: Customer) => void }) {
  const { list: places } = useStore($shippingPlaces);
  const [{ state, city, shippingLocation }, set] = useState(address);
  const choose = (change: Partial<SavedAddress>) => set((now) => ({ ...now, ...change }));
  return (
    <EditForm
      label="Save this address"
      busy="Saving..."
      fields={[
        { name: 'fullName', label: 'Full Name', value: address.fullName },
        { name: 'phone', label: 'Phone', value: address.phone, type: 'tel' },
        { name: 'address', label: 'Address', value: address.address },
        {
          name: 'state',
          label: 'State',
          value: state,
          options: STATES.map((one) => one.state),
          onValue: (value) => choose({ state: value, city: '' }),
        },
        {
          name: 'city',
          label: 'City',
          value: city,
          options: areasOf(state),
          onValue: (value) => choose({ city: value }),
        },
        {
          name: 'shippingLocation',
          label: 'Shipping Location',
          // The field is empty and asks if the shop no longer has the place.
          value: noLongerServed({ shippingLocation }, places) ? '' : shippingLocation,
          options: places?.map(({ place }) => place) ?? [shippingLocation],
          onValue: (value) => choose({ shippingLocation: value }),
        },
      ]}
      send={async (body) => {
        const input = { params: { id: address.id }, body };
        show(await call(profileCalls.changeAddress, input));
      }}
    />
  );
}
