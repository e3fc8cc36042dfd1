import type { PlaceChange } from '#backend/shipping/comparing.ts';
import type { PlacesReport } from '#backend/shipping/import.ts';
import type { OwnPlace } from '#backend/shipping/places.ts';
import { PLACE_COLUMNS, placeCells } from '#backend/shipping/rows.ts';
import { formatNaira, toNaira } from '#domain/money/money.ts';
import { counted, plain } from '#domain/words.ts';
import { asTyped } from '#process/as-typed.ts';

/** Returns a place's change: one line, and one for each field that changes. */
export function changeLines({ before, after }: PlaceChange): string[] {
  if (!after) return [`removed  ${plain(before?.place ?? '')}`];
  if (!before) return [`new      ${plain(after.place)}, ${formatNaira(toNaira(after.amountKobo))}`];
  const [old, now] = [placeCells(before), placeCells(after)];
  const fields = PLACE_COLUMNS.flatMap((name, at) =>
    old[at] === now[at]
      ? []
      : [`           ${name}: ${old[at] || '(empty)'} → ${now[at] || '(empty)'}`],
  );
  return [`changed  ${plain(after.place)}`, ...fields];
}

export function totalLine(report: PlacesReport): string {
  const { rows, changes, unchanged, reordered, faults, written } = report;
  const nothing = written ? '' : ' Nothing was written.';
  if (faults.count > 0) {
    return `${counted(faults.count, 'fault')} in ${counted(rows, 'row')}.${nothing}`;
  }
  const added = changes.filter(({ before }) => !before).length;
  const removed = changes.filter(({ after }) => !after).length;
  const changed = changes.length - added - removed;
  return `${counted(rows, 'row')}: ${added} new, ${changed} changed, ${unchanged} unchanged, ${removed} removed${reordered ? ', in a new order' : ''}.${nothing}`;
}

/** Returns 'Dala, Fagge'; of many, the first three and the number of the others. */
function areasInShort(areas: readonly string[] | null): string {
  if (!areas) return '';
  const more = areas.length - 3;
  return `${areas.slice(0, 3).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Returns the places as a table, line by line. */
export function placeTable(places: readonly OwnPlace[]): string[] {
  if (places.length === 0) {
    return [
      `The shop delivers nowhere, so nobody can order. Add a place: ${asTyped('shipping', 'set "Lagos – Ikeja" amount=3000')}\n`,
    ];
  }
  const rows = [
    ['Place', 'State', 'Areas', 'Fee'],
    ...places.map(({ place, state, areas, amountKobo }) => [
      plain(place),
      plain(state ?? ''),
      areasInShort(areas),
      formatNaira(toNaira(amountKobo)),
    ]),
  ];
  const width = (at: number) => Math.max(...rows.map((row) => [...(row[at] ?? '')].length));
  const widths = [width(0), width(1), width(2)];
  return rows.map(
    (row) =>
      `${row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
  );
}
