import type { Faults } from '#backend/base/faults.ts';
import { nearest } from '#backend/base/likeness.ts';
import { areasOf } from '#domain/places/areas.ts';
import { stateOfPlace } from '#domain/places/geography.ts';
import type { OwnPlace } from './places.ts';
import type { PlaceEdit } from './rows.ts';

/** A change of a place. `before` is null for a new place, `after` for a removed one. */
export interface PlaceChange {
  before: OwnPlace | null;
  after: OwnPlace | null;
}

/** Returns the effect of an edit on a place. Adds its faults to `faults`. */
export function compare(
  { row, place, given }: PlaceEdit,
  before: OwnPlace | undefined,
  faults: Faults,
): PlaceChange {
  if (before) return { before, after: withAreas(row, { ...before, ...given }, faults) };
  const { amountKobo, state = stateOfPlace(place) ?? null, areas = null } = given;
  if (amountKobo === undefined) {
    faults.add({ row, column: 'amount', message: 'is needed for a new place: add the column' });
  }
  const after = { place, state, areas, amountKobo: amountKobo ?? 0 };
  return { before: null, after: withAreas(row, after, faults) };
}

/** Returns a place with its areas in the table's spelling. An area that its state does not have is a fault. */
function withAreas(row: number, place: OwnPlace, faults: Faults): OwnPlace {
  const { state, areas } = place;
  if (!areas) return place;
  const known = areasOf(state ?? '');
  const found = areas.map((name) => {
    const area = known.find((each) => each.toLowerCase() === name.toLowerCase());
    if (area !== undefined) return area;
    const near = nearest(name, known);
    const message = state
      ? `has '${name}', which is no local government area of ${state}.${near ? ` Did you mean '${near}'?` : ''}`
      : `has '${name}', and the place has no state: fill in the state, too`;
    faults.add({ row, column: 'areas', message });
    return name;
  });
  return { ...place, areas: found };
}

/** Whether a change affects anything but the order. */
export const differs = ({ before, after }: PlaceChange): boolean =>
  before?.state !== after?.state ||
  before?.amountKobo !== after?.amountKobo ||
  before?.areas?.join('|') !== after?.areas?.join('|') ||
  !before;
