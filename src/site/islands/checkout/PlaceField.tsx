import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { formatNaira } from '#domain/money.ts';
import {
  $shippingPlaces,
  refetchShippingPlaces,
  wantShippingPlaces,
} from '../../stores/shipping-places.ts';
import { SelectField } from '../form/Field.tsx';

interface Props {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
  onBlur: () => void;
}

/** Where the courier goes, and what that costs. */
export function PlaceField(props: Props) {
  const { data, error } = useStore($shippingPlaces);
  useEffect(wantShippingPlaces, []);

  const waiting = !data && !error;
  return (
    <div aria-live="polite" aria-busy={waiting}>
      <SelectField
        {...props}
        label="Shipping Location"
        autoComplete="off"
        empty="Choose where we deliver"
        options={(data ?? []).map(({ place, amount }) => ({
          value: place,
          text: `${place} – ${formatNaira(amount)}`,
        }))}
        note={waiting ? 'Loading shipping locations...' : undefined}
        extra={
          error &&
          !data && (
            <div className="field-hint flex flex-wrap items-center gap-x-4">
              <span className="text-danger">Failed to load shipping locations</span>
              <button type="button" className="link min-h-11" onClick={refetchShippingPlaces}>
                Try again
              </button>
            </div>
          )
        }
      />
    </div>
  );
}
