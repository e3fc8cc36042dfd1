import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { ShippingPlace } from '#contract/app-data.ts';
import { stateOf } from '#domain/delivery/places.ts';
import { formatNaira } from '#domain/money/money.ts';
import {
  $shippingPlaces,
  fetchShippingPlaces,
  refetchShippingPlaces,
} from '#site/delivery/places-store.ts';
import { SelectField } from '#site/forms/Field.tsx';
import { LoadFailed } from '#site/forms/LoadFailed.tsx';

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

/** The shipping place and its fee. */
export function PlaceField({ state, city, ...props }: Props) {
  const { list, failed } = useStore($shippingPlaces);
  useEffect(() => void fetchShippingPlaces(), []);
  const chosen = list?.find(({ place }) => place === props.value);

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
      note={
        !list && !failed
          ? 'Loading shipping locations...'
          : chosen && elsewhere(chosen, state, city)
      }
      extra={failed && <LoadFailed what="shipping locations" again={refetchShippingPlaces} />}
    />
  );
}

/** Points out a place that does not serve the address. It is allowed: the customer may collect the parcel there. */
function elsewhere(place: ShippingPlace, state: string, city: string): string | undefined {
  const there = stateOf(place);
  if (!there || !state) return undefined;
  if (there !== state) {
    return `This location is in ${there}, your address in ${state}. Leave it if that is what you mean.`;
  }
  if (!city || !place.areas || place.areas.includes(city)) return undefined;
  return `This location does not serve ${city}. Leave it if you collect your parcel there.`;
}
