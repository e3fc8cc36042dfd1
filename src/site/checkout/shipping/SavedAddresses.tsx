import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { SavedAddress } from '#contract/address.ts';
import { profileCalls } from '#contract/profile-calls.ts';
import { type LastChange, noteChange } from '#site/cart/use-said-sum.ts';
import { $draft, type FieldName, keepDraft } from '#site/checkout/draft-store.ts';
import { fetchShippingPlaces } from '#site/delivery/places-store.ts';
import type { FieldErrors } from '#site/forms/field-errors.ts';
import { call } from '#site/session/call.ts';
import { $session } from '#site/session/session-store.ts';
import { toast } from '#site/toasts/toasts-store.ts';
import { followDraft } from './destination.ts';
import { noLongerServed } from './served.ts';

interface Props {
  lastChange: LastChange;
  setErrors: (errors: FieldErrors<FieldName>) => void;
}

const PLACE_FIELDS = ['state', 'city', 'shippingLocation'] as const;

/**
 * Asks for the customer's addresses, and fills the form with the one that she chooses: it copies the fields, so what
 * becomes of the address in another tab does not matter here. The default fills a form without an address, unless
 * the form names another place. If the call fails, she types as everybody does.
 */
export function SavedAddresses({ lastChange, setErrors }: Props) {
  const session = useStore($session);
  const token = session?.token;
  const [list, setList] = useState<readonly SavedAddress[]>([]);
  const [said, setSaid] = useState('');

  const fill = async ({ id, isDefault, ...fields }: SavedAddress) => {
    const gone = noLongerServed(fields, await fetchShippingPlaces());
    keepDraft(gone ? { ...fields, shippingLocation: '' } : fields);
    setSaid(`Filled in: ${fields.address}, ${fields.city}.`);
    if (gone) {
      const text = `We no longer deliver to ‘${fields.shippingLocation}’.`;
      toast({ title: 'Please choose another shipping location', text, tone: 'bad' });
    }
    noteChange(lastChange);
    setErrors({});
    await followDraft('state');
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is read once for each session
  useEffect(() => {
    setList([]);
    if (!token) return;
    let here = true;
    // An expired session does not lead away from the checkout: guests buy, too.
    call({ ...profileCalls.customer, isRead: true }, {}).then(
      ({ phone, addresses = [] }) => {
        if (!here) return;
        setList(addresses);
        const draft = $draft.get();
        const { fullName, address, phone: typed } = draft;
        const another = fullName && fullName !== session.user.fullName;
        const [first] = addresses;
        // The form begins with the destination of her last order, or of a product page.
        const fits = PLACE_FIELDS.every((name) => !draft[name] || draft[name] === first?.[name]);
        if (first?.isDefault && fits && !(another || address || typed)) void fill(first);
        else if (!typed && phone) keepDraft({ phone });
      },
      () => {},
    );
    return () => {
      here = false;
    };
  }, [token]);

  return (
    <>
      {list.length > 0 && (
        <select
          className="select -my-2.5 w-auto min-w-0 max-w-44 ps-2.5 text-small"
          aria-label="Saved addresses"
          value=""
          onChange={({ target }) => {
            const chosen = list.find(({ id }) => id === target.value);
            if (chosen) void fill(chosen);
          }}
        >
          {/* Short: beside the heading there is little room on a phone. */}
          <option value="">Saved</option>
          {list.map(({ id, fullName, address, city }) => (
            <option key={id} value={id}>
              {fullName}, {address}, {city}
            </option>
          ))}
        </select>
      )}
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </>
  );
}
