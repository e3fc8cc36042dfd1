import type { Format } from './format.ts';

const PICTURES = Array.from({ length: 10 }, (_, index) => `IMAGE${index + 1}`);

/** Etsy: Shop Manager, Settings, Options, Download data. Sizes have no prices of their own in it. */
export const etsy: Format = {
  name: 'Etsy',
  marks: ['TITLE', 'CURRENCY_CODE', 'QUANTITY'],
  separator: ',',
  columns: {
    name: 'TITLE',
    price: 'PRICE',
    currency: 'CURRENCY_CODE',
    stock: 'QUANTITY',
    description: 'DESCRIPTION',
    tags: 'TAGS',
    pictures: PICTURES,
  },
  sizes: { as: 'list', columns: ['VARIATION 1 VALUES', 'VARIATION 2 VALUES'] },
};
