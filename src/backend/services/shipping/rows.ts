import * as z from 'zod';
import {
  optionalCell,
  priceCell,
  requiredCell,
  writeNaira,
} from '#backend/services/merchant-files/cells.ts';
import type { Fault } from '#backend/services/merchant-files/faults.ts';
import { nearest } from '#backend/services/search/likeness.ts';
import { findState, STATES } from '#domain/geography.ts';
import { toNaira } from '#domain/money.ts';
import type { OwnPlace } from './places.ts';

/** The columns of a file of places, in the order of an export. */
export const PLACE_COLUMNS = ['place', 'state', 'amount'] as const;
export type PlaceColumn = (typeof PLACE_COLUMNS)[number];

/** The cells of a place, in the order of the columns. The amount is in naira. */
export const placeCells = ({ place, state, amountKobo }: OwnPlace): string[] => [
  place,
  state ?? '',
  writeNaira(toNaira(amountKobo)),
];

/** What a row says of a place. Absent fields stay as they are. */
export interface PlaceEdit {
  row: number;
  place: string;
  given: Partial<Omit<OwnPlace, 'place'>>;
}

/** A row of a file, or what is wrong with it. */
export type ReadPlace = { ok: true; edit: PlaceEdit } | { ok: false; faults: Fault[] };

/** A state by one of its names; null if the cell is empty. */
const stateCell = optionalCell(60).transform((text, context): string | null => {
  if (text === null) return null;
  const found = findState(text);
  if (found) return found;
  const near = nearest(
    text,
    STATES.map(({ state }) => state),
  );
  context.addIssue(
    `is '${text}', which is no state of Nigeria.${near ? ` Did you mean '${near}'?` : ''} Leave it empty for none`,
  );
  return z.NEVER;
});

const cells = z
  .object({
    // The contract's readers take names of up to 200 characters.
    place: requiredCell(200),
    state: stateCell.optional(),
    amount: priceCell.optional(),
  })
  .transform(({ place, state, amount }) => ({
    place,
    given: {
      ...(state !== undefined && { state }),
      ...(amount !== undefined && { amountKobo: amount }),
    },
  }));

/** Reads the cells of a row by the names of their columns. Reports all of its faults at once. */
export function readPlace(row: number, named: Partial<Record<PlaceColumn, string>>): ReadPlace {
  const read = cells.safeParse({ place: '', ...named });
  if (read.success) return { ok: true, edit: { row, ...read.data } };
  const faults = read.error.issues.map(({ path: [column], message }) => ({
    row,
    column: String(column),
    message,
  }));
  return { ok: false, faults };
}
