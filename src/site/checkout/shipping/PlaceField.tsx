import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { ShippingPlace } from '#contract/app-data.ts';
import { formatNaira } from '#domain/money/money.ts';
import {
  $shippingPlaces,
  fetchShippingPlaces,
  refetchShippingPlaces,
} from '#site/delivery/places-store.ts';
import { SelectField } from '#site/forms/Field.tsx';
import { lazyPart } from '#site/lazy/part.ts';
import { usePart } from '#site/lazy/use-part.ts';

/** Appears below a select whose options could not be loaded. `what` names them: 'cities'. */
export function LoadFailed({ what, again }: { what: string; again: () => void }) {
  return (
    <div className="field-hint flex flex-wrap items-center gap-x-4">
      <span className="text-danger">Failed to load {what}</span>
      <button type="button" className="link min-h-11" onClick={again}>
        Try again
      </button>
    </div>
  );
}

/** The part that asks the shopper about unusual entries. */
export const doubtsPart = lazyPart(() => import('./doubts.ts'));

const optionOf = ({ place, amount }: ShippingPlace) => ({
  value: place,
  text: `${place} – ${formatNaira(amount)}`,
});

interface Props {
  /** The state of the address. */
  state: string;
  city: string;
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
  onBlur: () => void;
}

export function PlaceField({ state, city, ...props }: Props) {
  const { list, failed } = useStore($shippingPlaces);
  useEffect(() => void fetchShippingPlaces(), []);
  const chosen = list?.find(({ place }) => place === props.value);
  const doubts = usePart(doubtsPart, Boolean(state || chosen));
  // In one list until the other part is there, or if none of them is in her state.
  const { here, others } = doubts?.byState(list ?? [], state) ?? { here: list ?? [], others: [] };
  const doubt = chosen && doubts?.placeDoubt(chosen, state, city);

  return (
    <SelectField
      {...props}
      live
      label="Shipping Location"
      autoComplete="off"
      empty="Choose where we deliver"
      options={here.map(optionOf)}
      others={
        others.length > 0 ? { label: 'Other places', options: others.map(optionOf) } : undefined
      }
      note={!list && !failed ? 'Loading shipping locations...' : undefined}
      // It has more lines than there is room for between two fields.
      extra={
        failed ? (
          <LoadFailed what="shipping locations" again={refetchShippingPlaces} />
        ) : (
          doubt && <p className="field-hint">{doubt}</p>
        )
      }
    />
  );
}
