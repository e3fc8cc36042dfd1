import type { Format } from './format.ts';

/** Square: Items, Actions, Export library. */
export const square: Format = {
  name: 'Square',
  marks: ['Item Name', 'Variation Name'],
  separator: ',',
  columns: {
    id: ['Item ID', 'Token', 'Item Name'],
    name: 'Item Name',
    size: 'Variation Name',
    price: 'Price',
    stock: [/^(?:Current|New) Quantity\b.*$/],
    description: 'Description',
    categories: ['Category', 'Categories', 'Reporting Category'],
  },
  sizes: { as: 'same id' },
  oneSize: 'Regular',
};
