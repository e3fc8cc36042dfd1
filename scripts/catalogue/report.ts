import { fieldChanges, fromTo, shorten } from '#backend/products/edit/changes.ts';
import type { OwnedFields } from '#backend/products/fields/columns.ts';
import type { ImportReport, ProductChange } from '#backend/products/files/import/import.ts';
import type { Deletion } from '#backend/products/lifecycle/deletion.ts';
import type { StatusChange } from '#backend/products/lifecycle/status.ts';
import { STATUS_AFTER, type StatusVerb } from '#backend/products/lifecycle/status-verbs.ts';
import { counted, number } from '#domain/words.ts';
import { asTyped } from '#process/as-typed.ts';

/** The most characters of a value that are shown. */
const WIDTH = 60;

/** Returns a product's change: one line, and one for each field that changes. */
export function changeLines({ id, before, after }: Omit<ProductChange, 'row'>): string[] {
  if (!after) return [`removed  ${id}`];
  if (!before) return [`new      ${id}  ${shorten(after.name, WIDTH)}`];
  return [`changed  ${id}`, ...fieldLines(id, before, after)];
}

/** Returns 'price: 450000 → 460000' for each field that changes. */
const fieldLines = (id: string, before: OwnedFields, after: OwnedFields): string[] =>
  fieldChanges(id, before, after).map(({ column, before: was, after: is }) => {
    const units = column === 'stock' ? ofThem(after) : '';
    return `           ${column}: ${fromTo(was, is, WIDTH)}${units}`;
  });

/** Returns which number of the stock was set, and the effect on the other one. */
function ofThem({ stock, reserved }: OwnedFields): string {
  if (reserved === 0) return ' on hand';
  const left = Math.max(stock - reserved, 0);
  return ` on hand, ${number(reserved)} reserved for unpaid orders, ${number(left)} can be bought`;
}

export function totalLines(report: ImportReport, { dryRun = false } = {}): string[] {
  const { rows, added, changed, unchanged, removed, faults, written, pictures } = report;
  const { files, fetched, unchanged: same, bytes } = pictures;
  const totals = [
    `${number(added)} new`,
    `${number(changed)} changed`,
    `${number(unchanged)} unchanged`,
    `${number(removed)} removed`,
  ].join(', ');
  const cost = [
    ...(files > 0 ? [`${counted(files, 'file', 'files')} read`] : []),
    ...(fetched > 0 ? [`${number(fetched)} fetched (${(bytes / 1e6).toFixed(1)} MB)`] : []),
    ...(same > 0 ? [`${number(same)} unchanged at their hosts`] : []),
  ].join(', ');
  const refused = !written && !dryRun ? ' Nothing was written.' : '';
  return [
    ...(cost ? [`Pictures: ${cost}.`] : []),
    ...(written || (dryRun && faults.count === 0)
      ? [`${counted(rows, 'row', 'rows')}: ${totals}.${dryRun ? ' Nothing was written.' : ''}`]
      : []),
    ...(faults.count > 0
      ? [
          `${counted(faults.count, 'fault', 'faults')} in ${counted(rows, 'row', 'rows')}.${refused}`,
        ]
      : []),
  ];
}

/** Returns the effect of a verb such as hide on a product. */
export function statusLine(verb: StatusVerb, { id, name, before }: StatusChange): string {
  const after = STATUS_AFTER[verb];
  return before === after ? `${id} is ${after} already` : `${id}  ${name}: ${before} → ${after}`;
}

/** Returns what is deleted along with a product. */
export function deletionLines({
  id,
  name,
  reviews,
  ownPictures,
  unpaidOrders,
  reserved,
}: Deletion): string[] {
  return [
    `removed  ${id}  ${name}`,
    ...(reviews > 0 ? [`           with ${counted(reviews, 'review')}`] : []),
    ...(ownPictures > 0
      ? [
          `           with ${counted(ownPictures, 'picture')} that no other product has; orders go on showing them`,
        ]
      : []),
    ...(unpaidOrders > 0
      ? [
          `           ${counted(unpaidOrders, 'unpaid order')} of it, with ${counted(reserved, 'unit')}, may still be paid: ${asTyped('orders')}`,
        ]
      : []),
  ];
}
