import { readCell, readPrice, readWhole } from '#backend/merchant-files/cells.ts';
import { toNaira } from '#domain/money/money.ts';

/** Whether shoppers find a product (the column `status`, products/tables.ts). */
export const STATUSES = ['shown', 'hidden', 'retired'] as const;
export type ProductStatus = (typeof STATUSES)[number];

/** A discount: '15%', or naira off such as '5000'. An empty cell means no discount. */
export const discountCell = readCell(
  (text): { type: 'fixed' | 'percentage' | null; amount: number | null } | undefined => {
    if (text === '') return { type: null, amount: null };
    const [, percent] = /^(\d{1,3}(?:\.\d{1,2})?)\s*%$/.exec(text) ?? [];
    if (percent !== undefined) {
      return Number(percent) <= 100 ? { type: 'percentage', amount: Number(percent) } : undefined;
    }
    const kobo = readPrice(text);
    return kobo === undefined ? undefined : { type: 'fixed', amount: toNaira(kobo) };
  },
  'write per cent such as 15%, or naira off such as 5000; leave it empty for no discount',
);

/** Reads a stock: a whole number to `max`, or a change such as '+12' or '-3', as `{ add }`. */
export const stockCell = (max: number) =>
  readCell((text) => {
    const [, sign, units] = /^([+-])(.*)$/.exec(text) ?? [];
    if (units === undefined) return readWhole(text, 0, max);
    const add = readWhole(units, 0, max);
    return add === undefined ? undefined : { add: sign === '-' ? -add : add };
  }, `write a whole number from 0 to ${max}, or a change such as +12 or -3`);

/** Whether the shop shows a product. An empty cell means that it does. */
export const statusCell = readCell(
  (text) => (text === '' ? 'shown' : STATUSES.find((status) => status === text.toLowerCase())),
  `write ${STATUSES.join(', ').replace(/, (?=\w+$)/, ' or ')}`,
);
