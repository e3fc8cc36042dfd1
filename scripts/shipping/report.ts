import type { PlaceChange } from '#backend/services/shipping/comparing.ts';
import type { PlacesReport } from '#backend/services/shipping/import.ts';
import { PLACE_COLUMNS, placeCells } from '#backend/services/shipping/rows.ts';
import { formatNaira, toNaira } from '#domain/money.ts';
import { counted, plain } from '#domain/words.ts';

/** A change of a place: one line, and one for each field that changes. */
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

/** The totals of an import in one line. */
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
