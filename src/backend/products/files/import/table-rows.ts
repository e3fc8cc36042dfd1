import { tableRows } from '#backend/merchant-files/tables/named-rows.ts';
import type { TableLine } from '#backend/merchant-files/tables/table-line.ts';
import { COLUMN_NAMES } from '#backend/products/fields/columns.ts';
import { type ReadRow, readRow } from '#backend/products/fields/rows.ts';

/**
 * Yields the products of a table with the shop's own columns, row by row.
 * @param options.onUnknown - receives the name of each column that does not exist, which is left out. Without it they are
 *   faults.
 * @param options.hint - a sentence at the end of the refusal of such columns.
 * @throws Error with a sentence for the merchant if the table or its heading cannot be read.
 */
export async function* productsOfTable(
  rows: AsyncIterable<TableLine>,
  options: { onUnknown?: ((column: string) => void) | undefined; hint?: string } = {},
): AsyncGenerator<ReadRow> {
  for await (const read of tableRows(rows, COLUMN_NAMES, options)) {
    const { row } = read;
    if ('named' in read) yield readRow(row, read.named);
    else yield { ok: false, row, faults: [{ row, column: null, message: read.fault }] };
  }
}
