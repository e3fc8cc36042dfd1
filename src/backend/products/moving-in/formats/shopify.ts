import type { KeepingFormat } from './format.ts';

/** Shopify: Products, Export. A product has a row for each size, and one for each picture beyond these. */
export const shopify: KeepingFormat = {
  name: 'Shopify',
  marks: ['Handle', 'Title', 'Variant Price'],
  separator: ',',
  idIsAddress: true,
  columns: {
    id: 'Handle',
    name: 'Title',
    brand: 'Vendor',
    concentration: 'Type',
    price: 'Variant Price',
    fullPrice: 'Variant Compare At Price',
    stock: 'Variant Inventory Qty',
    description: 'Body (HTML)',
    tags: 'Tags',
    categories: 'Type',
    pictures: 'Image Src',
    pictureWords: 'Image Alt Text',
    sizePicture: 'Variant Image',
  },
  addresses: {
    product: ['/products/{id}'],
    lists: {
      categories: '/collections/{path}',
      tags: '/collections/{path}',
      brand: '/collections/{path}',
    },
  },
  options: [
    ['Option1 Name', 'Option1 Value'],
    ['Option2 Name', 'Option2 Value'],
    ['Option3 Name', 'Option3 Value'],
  ],
  sku: 'Variant SKU',
  own: {
    pattern: /\(product\.metafields\.turare\.(\w+)\)$/i,
    heading: (column, label) => `${label} (product.metafields.turare.${column})`,
  },
  sizes: { as: 'same id' },
  oneSize: 'Default Title',
  status: [
    { column: 'Status', values: { draft: 'hidden', unlisted: 'hidden', archived: 'retired' } },
    { column: 'Published', values: { false: 'hidden' } },
  ],
  leftOut: [
    { column: 'Gift Card', values: { true: 'a gift card' } },
    { column: 'Variant Requires Shipping', values: { false: 'nothing that is shipped' } },
  ],
};
