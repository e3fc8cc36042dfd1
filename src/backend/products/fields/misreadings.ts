import { quoted } from '#backend/merchant-files/cells.ts';
import { COLUMN_NAMES, COLUMNS, type Column, type ColumnName } from './columns.ts';
import { productOf } from './merging.ts';
import type { ProductEdit } from './rows.ts';

/** A value that is valid but probably not meant. The message completes a sentence that begins with the column. */
export interface Misreading {
  column: ColumnName;
  message: string;
}

const TAG = /<\/?[a-z][^<>]*>/i;
const ENTITY = /&(?:#\d+|#x[\da-fA-F]+|[a-z]{2,8});/;

const markupIn = (text: string) => (TAG.exec(text) ?? ENTITY.exec(text))?.[0];

const isList = (name: ColumnName) => (COLUMNS[name] as Column).kind === 'list';
const READ = COLUMN_NAMES.filter(
  (name) => isList(name) || ['name', 'brand', 'description'].includes(name),
);

/** Finds texts with markup, which pages would show literally, and lists that seem to be separated by commas. */
export function misreadings(given: ProductEdit['given']): Misreading[] {
  const product = productOf('', given);
  return READ.flatMap((column): Misreading[] => {
    const texts = [COLUMNS[column].value(product)].flat().map(String);
    const [markup] = texts.flatMap((text) => markupIn(text) ?? []);
    if (markup !== undefined) {
      const message = `has ${quoted(markup)}, which shoppers see as text: write it without HTML`;
      return [{ column, message }];
    }
    const joined = isList(column) ? texts.find((text) => /[,;]/.test(text)) : undefined;
    if (joined === undefined) return [];
    const message = `has ${quoted(joined)} as one entry: write | between entries if it is several`;
    return [{ column, message }];
  });
}
