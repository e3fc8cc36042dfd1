import { SelectField } from '#site/forms/Field.tsx';
import { LoadFailed } from '#site/forms/LoadFailed.tsx';
import type { useAreas } from './use-areas.ts';

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
