import type { OwnPlace } from '#backend/services/shipping/places.ts';
import { formatNaira, toNaira } from '#domain/money.ts';
import { plain } from '#domain/words.ts';

/** 'Dala, Fagge'; of many the first three and how many more. */
function areasInShort(areas: readonly string[] | null): string {
  if (!areas) return '';
  const more = areas.length - 3;
  return `${areas.slice(0, 3).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The places as a table, line by line. */
export function placeTable(places: readonly OwnPlace[]): string[] {
  if (places.length === 0) {
    return [
      'The shop delivers nowhere, so nobody can order. Add a place: npm run shipping -- set "Lagos – Ikeja" amount=3000\n',
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
