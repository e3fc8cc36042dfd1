import type { Format } from './format.ts';

/** Etsy: Shop Manager, Settings, Options, Download data. Its sizes have no prices. */
export const etsy: Format = {
  name: 'Etsy',
  marks: ['TITLE', 'CURRENCY_CODE', 'QUANTITY', 'IMAGE1'],
  separator: ',',
  columns: {
    name: 'TITLE',
    price: 'PRICE',
    currency: 'CURRENCY_CODE',
    stock: 'QUANTITY',
    description: 'DESCRIPTION',
    tags: 'TAGS',
    pictures: /^IMAGE ?\d+$/i,
  },
  sizes: { as: 'list', columns: ['VARIATION 1 VALUES', 'VARIATION 2 VALUES'] },
};
