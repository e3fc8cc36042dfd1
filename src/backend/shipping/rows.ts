import * as z from 'zod';
import type { Fault } from '#backend/base/faults.ts';
import { nearest } from '#backend/base/likeness.ts';
import { done, type Refused, type Result, refuse } from '#backend/base/result.ts';
import {
  optionalCell,
  priceCell,
  requiredCell,
  writeNaira,
} from '#backend/merchant-files/cells.ts';
import { toNaira } from '#domain/money/money.ts';
import { findState, STATES } from '#domain/places/geography.ts';
import type { OwnPlace } from './places.ts';

/** The columns of a file of places, in the order of an export. */
export const PLACE_COLUMNS = ['place', 'state', 'areas', 'amount'] as const;
export type PlaceColumn = (typeof PLACE_COLUMNS)[number];

/** Returns the cells of a place, in the order of the columns. The amount is in naira. */
export const placeCells = ({ place, state, areas, amountKobo }: OwnPlace): string[] => [
  place,
  state ?? '',
  areas?.join('|') ?? '',
  writeNaira(toNaira(amountKobo)),
];

/** The changes that a row makes to a place. Absent fields stay as they are. */
export interface PlaceEdit {
  row: number;
  place: string;
  given: Partial<Omit<OwnPlace, 'place'>>;
}

/** A row of a file, or what is wrong with it. */
export type ReadPlace = Result<PlaceEdit, 'invalid'>;

/** The words for a column in a form. */
const LABELS: Readonly<Record<string, string>> = {
  place: 'The name',
  state: 'The state',
  areas: 'The list of areas',
  amount: 'The fee',
};

export function invalidPlace(faults: readonly Fault[]): Refused<'invalid'> {
  const fields = faults.map(({ column, message }): [string, string] => [
    column ?? 'place',
    `${LABELS[column ?? 'place']} ${message}.`,
  ]);
  const lines = faults.map(({ column, message }) => `${column} ${message}`);
  return refuse('invalid', lines.join('\n'), { fields: Object.fromEntries(fields), faults });
}

/** Reads a state by one of its names; null if the cell is empty. */
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

/** Reads areas with | between them, unchanged; null if the cell is empty. comparing.ts checks that the state has them. */
const areasCell = optionalCell(2000).transform(
  (text) =>
    text && [
      ...new Set(
        text
          .split('|')
          .map((area) => area.trim())
          .filter(Boolean),
      ),
    ],
);

const cells = z
  .object({
    // The contract's readers take names of up to 200 characters.
    place: requiredCell(200),
    state: stateCell.optional(),
    areas: areasCell.optional(),
    amount: priceCell.optional(),
  })
  .transform(({ place, state, areas, amount }) => ({
    place,
    given: {
      ...(state !== undefined && { state }),
      ...(areas !== undefined && { areas: areas || null }),
      ...(amount !== undefined && { amountKobo: amount }),
    },
  }));

/** Reads the cells of a row by the names of their columns. Reports all of its faults at once. */
export function readPlace(row: number, named: Partial<Record<PlaceColumn, string>>): ReadPlace {
  const read = cells.safeParse({ place: '', ...named });
  if (read.success) return done({ row, ...read.data });
  const faults = read.error.issues.map(({ path: [column], message }) => ({
    row,
    column: String(column),
    message,
  }));
  return invalidPlace(faults);
}
