import type { TableLine } from '#backend/merchant-files/tables/table-line.ts';
import type { Merged } from './look.ts';

/**
 * Fills merged cells down, so that each of their rows has the text. Joins two lines of headings: 'Price' above 'Retail'
 * and 'Wholesale' becomes 'Retail Price' and 'Wholesale Price'. Cells that are merged across columns stay as they are.
 */
export async function* fillMerged(
  batches: AsyncIterable<TableLine[]>,
  merged: readonly Merged[],
): AsyncGenerator<TableLine[]> {
  const beginning = Map.groupBy(merged, ({ top }) => top);
  let open: (Merged & { text: string })[] = [];
  let above: TableLine | undefined;
  for await (const batch of batches) {
    const filled: TableLine[] = [];
    for (const { row, cells: written } of batch) {
      open = open.filter(({ bottom }) => bottom >= row);
      const cells = [...written];
      for (const { left, text } of open) cells[left] ||= text;
      const wide = (beginning.get(above?.row ?? 0) ?? []).filter(isWide);
      const joined = above && joinHeadings(above.cells, { written, cells, wide });
      if (above && !joined) filled.push(above);
      const line = { row, cells: joined ?? cells };
      const here = beginning.get(row) ?? [];
      for (const one of here) {
        const text = cells[one.left];
        if (text && one.bottom > row) open.push({ ...one, text });
      }
      above = here.some(isWide) ? line : undefined;
      if (!above) filled.push(line);
    }
    if (filled.length > 0) yield filled;
  }
  if (above) yield [above];
}

const isWide = ({ top, bottom, left, right }: Merged) => top === bottom && right > left;

/** Joins a line of headings with the one above it; undefined if they are not one heading. */
function joinHeadings(
  above: readonly string[],
  { written, cells, wide }: { written: readonly string[]; cells: string[]; wide: Merged[] },
): string[] | undefined {
  const over = (at: number) => wide.find(({ left, right }) => left <= at && at <= right);
  const below = written.flatMap((text, at) => (text.trim() === '' ? [] : at));
  const isHead = above.every((text) => !/^\W*\d/.test(text));
  const beside = above.some((text, at) => text.trim() !== '' && !over(at));
  if (!isHead || !beside || below.length < 2 || !below.every(over)) return undefined;
  return cells.map((text, at) => {
    const top = above[over(at)?.left ?? at] ?? '';
    if (!over(at)) return text || top;
    return text.toLowerCase().includes(top.toLowerCase()) ? text : `${text} ${top}`.trim();
  });
}
