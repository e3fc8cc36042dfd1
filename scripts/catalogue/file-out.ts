import { cellsOf } from '#backend/services/catalogue-import/cells-of.ts';
import {
  COLUMN_NAMES,
  COLUMNS,
  type OwnedProduct,
} from '#backend/services/catalogue-import/columns.ts';
import { BYTE_ORDER_MARK, csvLine } from '#backend/services/merchant-files/writing.ts';
import type { Format } from './arguments.ts';

/** A file of products, piece by piece. */
export async function* writeProducts(
  products: AsyncIterable<OwnedProduct>,
  format: Format,
): AsyncGenerator<string> {
  if (format === 'csv') yield BYTE_ORDER_MARK + csvLine(COLUMN_NAMES);
  for await (const product of products) {
    yield format === 'csv' ? csvLine(cellsOf(product)) : jsonLine(product);
  }
}

const jsonLine = (product: OwnedProduct): string =>
  `${JSON.stringify(Object.fromEntries(COLUMN_NAMES.map((name) => [name, COLUMNS[name].value(product)])))}\n`;
