import { ownHash } from '#backend/media/own-picture.ts';
import type { TableLine } from '#backend/merchant-files/tables/table-line.ts';
import type { OwnedProduct } from '#backend/products/fields/columns.ts';
import { mergeProduct } from '#backend/products/fields/merging.ts';
import { readRow } from '#backend/products/fields/rows.ts';
import { NO_ANSWERS } from '#backend/products/files/understanding/answers.ts';
import { MARK } from '#backend/products/files/understanding/own-columns.ts';
import { recognise } from '#backend/products/files/understanding/recognise.ts';
import { understand } from '#backend/products/files/understanding/understand.ts';
import type { OutContext, OutFormat, OutRow } from './formats/format.ts';
import { ownHeading } from './own-headings.ts';

/**
 * Returns the products that an import of these rows into an empty shop would make, by id. Leaves out products that an
 * import would refuse. Identifies pictures by address.
 */
export async function readBack(
  format: OutFormat,
  rows: readonly OutRow[],
  { origin }: OutContext,
): Promise<Map<string, OwnedProduct>> {
  const { name, reads, headings } = format;
  const all = [...headings, ownHeading(format, MARK.field)];
  const table = recognise([{ row: 1, cells: all }]);
  if (table?.format !== reads) throw new Error(`Our own file for ${name} is not recognised.`);
  async function* lines(): AsyncGenerator<TableLine> {
    for (const [at, { cells }] of rows.entries()) {
      yield { row: at + 2, cells: all.map((heading) => cells[heading] ?? '') };
    }
  }
  const { products } = await understand(table, lines(), {
    answers: { ...NO_ANSWERS, pictures: 'fetch' },
  });
  return new Map(
    products.flatMap(({ row, cells }): [string, OwnedProduct][] => {
      const read = readRow(row, cells);
      if (!read.ok) return [];
      const { id, given, pictures = [] } = read.edit;
      const hashes = pictures.flatMap((picture) => ownHash(picture, [origin]) ?? []);
      return [[id, { name: '', price_kobo: 0, ...mergeProduct(null, given, hashes), id }]];
    }),
  );
}
