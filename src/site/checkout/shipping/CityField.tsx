import { useEffect, useState } from 'react';
import { SelectField } from '#site/forms/Field.tsx';
import { loadModule } from '#site/lazy/load-module.ts';
import { lazyPart } from '#site/lazy/part.ts';
import { LoadFailed } from './PlaceField.tsx';

/** The local government areas, which the form shows as cities. */
export const areasPart = lazyPart(() => import('#domain/places/areas.ts'));

/** The cities of a state: `list` is undefined until they have loaded. `again` tries once more after a failure. */
export function useAreas(state: string) {
  const [, setLoaded] = useState(areasPart.now);
  const [failed, setFailed] = useState(false);
  const wanted = state !== '' && !failed;
  useEffect(() => {
    if (wanted) loadModule(areasPart).then(setLoaded, () => setFailed(true));
  }, [wanted]);
  return { list: areasPart.now?.areasOf(state), failed, again: () => setFailed(false) };
}

interface Props {
  /** The state of the address. */
  state: string;
  cities: ReturnType<typeof useAreas>;
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
  onBlur: () => void;
}

/** The city: a local government area of the chosen state. Until the areas have loaded it holds the kept city alone. */
export function CityField({ state, cities, ...props }: Props) {
  const { list, failed, again } = cities;
  const known = list ?? (props.value ? [props.value] : []);
  const empty = !state
    ? 'Choose your state first'
    : list || failed
      ? 'Choose your city'
      : 'Loading cities...';
  return (
    <SelectField
      {...props}
      live
      label="City"
      autoComplete="address-level2"
      empty={empty}
      options={known.map((value) => ({ value, text: value }))}
      disabled={!state}
      extra={state !== '' && failed && <LoadFailed what="cities" again={again} />}
    />
  );
}
