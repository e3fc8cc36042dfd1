import type { Format } from './format.ts';

/** Square: Items, Actions, Export library. Its `Token` identifies a size. Each location has its own columns. */
export const square: Format = {
  name: 'Square',
  marks: ['Item Name', 'Variation Name'],
  separator: ',',
  columns: {
    id: ['Item ID', 'Item Name'],
    name: 'Item Name',
    size: 'Variation Name',
    price: 'Price',
    salePrice: 'Online Sale Price',
    stock: [/^(?:Current|New) Quantity\b.*$/i],
    description: 'Description',
    categories: ['Category', 'Categories', 'Reporting Category'],
  },
  sku: 'SKU',
  sizes: { as: 'same id' },
  oneSize: 'Regular',
};
