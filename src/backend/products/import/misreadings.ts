import { quoted } from '#backend/merchant-files/cells.ts';
import type { ColumnName } from './columns.ts';
import type { ProductEdit } from './rows.ts';

/** What a row says that is valid and hardly meant. The message is the rest of a sentence that begins with the column. */
export interface Misreading {
  column: ColumnName;
  message: string;
}

const TAG = /<\/?[a-z][^<>]*>/i;
const ENTITY = /&(?:#\d+|#x[\da-fA-F]+|[a-z]{2,8});/;

const markupIn = (text: string) => (TAG.exec(text) ?? ENTITY.exec(text))?.[0];

/** Texts with markup, which pages show as it stands, and lists that seem to be separated by commas. */
export function misreadings({ name, brand, description, ...lists }: ProductEdit['given']) {
  const { tags, categories, notes } = lists;
  const columns: readonly [ColumnName, isList: boolean, texts: readonly (string | undefined)[]][] =
    [
      ['name', false, [name]],
      ['brand', false, [brand]],
      ['description', false, [description]],
      ['tags', true, tags ?? []],
      ['categories', true, categories ?? []],
      ['notes_top', true, notes?.top ?? []],
      ['notes_heart', true, notes?.heart ?? []],
      ['notes_base', true, notes?.base ?? []],
    ];
  return columns.flatMap(([column, isList, texts]): Misreading[] => {
    const [markup] = texts.flatMap((text = '') => markupIn(text) ?? []);
    if (markup !== undefined) {
      const message = `has ${quoted(markup)}, which shoppers read as it stands: write it without HTML`;
      return [{ column, message }];
    }
    const joined = isList ? texts.find((text = '') => /[,;]/.test(text)) : undefined;
    if (joined === undefined) return [];
    const message = `has ${quoted(joined)} as one entry: write | between entries if it is several`;
    return [{ column, message }];
  });
}

/** Whether a row says nothing of the stock. A product that it adds is then sold out. */
export const saysNoStock = ({ stock, stock_add: added }: ProductEdit['given']): boolean =>
  stock === undefined && added === undefined;

export const SOLD_OUT: Misreading = {
  column: 'stock',
  message: "is missing: a new product is 'OUT OF STOCK' until it has one",
};
