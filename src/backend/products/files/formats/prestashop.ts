import type { Format } from './format.ts';

/** PrestaShop: the file that its own import takes and its export modules write. */
export const prestashop: Format = {
  name: 'PrestaShop',
  marks: ['Active (0/1)', 'Name', 'URL rewritten | Rewritten URL'],
  separator: ';',
  idIsAddress: true,
  columns: {
    id: 'URL rewritten | Rewritten URL',
    name: 'Name',
    brand: 'Manufacturer | Brand',
    price: ['Price tax excluded or Price tax included', 'Price tax included', 'Price tax excluded'],
    nairaOff: 'Discount amount',
    percentOff: 'Discount percent',
    saleStarts: /^Discount from\b.*$/,
    saleEnds: /^Discount to\b.*$/,
    stock: 'Quantity',
    description: 'Description',
    summary: 'Short description | Summary',
    tags: /^Tags\b.*$/,
    categories: /^Categories\b.*$/,
    pictures: /^Image URLs\b.*$/,
    pictureWords: /^Image alt texts\b.*$/,
    number: /^(?:Product )?ID$/i,
    ean: /^EAN-?13$/i,
  },
  addresses: {
    product: [
      '/{number}-{id}.html',
      '/{folder}/{number}-{id}.html',
      '/{folder}/{number}-{id}-{ean}.html',
    ],
  },
};
