import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { stateOfPlace } from '#domain/geography.ts';
import { formatNaira } from '#domain/money.ts';
import {
  $shippingPlaces,
  fetchShippingPlaces,
  refetchShippingPlaces,
} from '#site/delivery/places-store.ts';
import { SelectField } from '#site/forms/Field.tsx';

interface Props {
  /** The state of the address. */
  state: string;
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
  onBlur: () => void;
}

/** The shipping place and its fee. */
export function PlaceField({ state, ...props }: Props) {
  const { list, failed } = useStore($shippingPlaces);
  useEffect(() => void fetchShippingPlaces(), []);

  return (
    <SelectField
      {...props}
      live
      label="Shipping Location"
      autoComplete="off"
      empty="Choose where we deliver"
      options={(list ?? []).map(({ place, amount }) => ({
        value: place,
        text: `${place} – ${formatNaira(amount)}`,
      }))}
      note={!list && !failed ? 'Loading shipping locations...' : elsewhere(props.value, state)}
      extra={
        failed && (
          <div className="field-hint flex flex-wrap items-center gap-x-4">
            <span className="text-danger">Failed to load shipping locations</span>
            <button type="button" className="link min-h-11" onClick={refetchShippingPlaces}>
              Try again
            </button>
          </div>
        )
      }
    />
  );
}

/** Points out a place in another state than the address. It is allowed: the customer may collect the parcel there. */
function elsewhere(place: string, state: string): string | undefined {
  const there = stateOfPlace(place);
  if (!there || !state || there === state) return undefined;
  return `This location is in ${there}, your address in ${state}. Leave it if that is what you mean.`;
}
