import { writeNaira } from '#backend/merchant-files/cells.ts';
import { toNaira } from '#domain/money/money.ts';
import type { OwnPlace } from './places.ts';

/** Returns a place in its form's spelling: one area on each line, the fee in naira. Its version is that of these fields. */
export const placeFields = ({ state, areas, amountKobo }: Omit<OwnPlace, 'place'>) => ({
  state: state ?? '',
  areas: areas?.join('\n') ?? '',
  amount: writeNaira(toNaira(amountKobo)),
});
