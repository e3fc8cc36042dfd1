import type { KeepingFormat } from './format.ts';

/** WooCommerce: Products, Export. A size is a row of the type 'variation' that names its product by SKU or by 'id:741'. */
export const woocommerce: KeepingFormat = {
  name: 'WooCommerce',
  marks: ['Regular price', 'Visibility in catalog', 'In stock?'],
  separator: ',',
  escapedSeparator: true,
  columns: {
    id: 'ID',
    parent: 'Parent',
    name: 'Name',
    brand: ['Brands', 'Brand'],
    price: 'Regular price',
    salePrice: 'Sale price',
    saleStarts: 'Date sale price starts',
    saleEnds: 'Date sale price ends',
    stock: 'Stock',
    inStock: 'In stock?',
    description: 'Description',
    summary: 'Short description',
    tags: 'Tags',
    categories: 'Categories',
    pictures: 'Images',
    address: ['Slug', 'Permalink'],
  },
  addresses: {
    product: ['/product/{slug}/'],
    lists: {
      categories: '/product-category/{path}/',
      tags: '/product-tag/{path}/',
      brand: '/brand/{path}/',
    },
  },
  options: Array.from(
    { length: 8 },
    (_, at) => [`Attribute ${at + 1} name`, `Attribute ${at + 1} value(s)`] as const,
  ),
  sku: 'SKU',
  own: {
    pattern: /^Meta: turare_(\w+)$/i,
    heading: (column) => `Meta: turare_${column}`,
  },
  sizes: { as: 'parent' },
  status: [
    { column: 'Published', values: { 0: 'hidden', '-1': 'hidden' } },
    { column: 'Visibility in catalog', values: { hidden: 'hidden' } },
  ],
  leftOut: [
    {
      column: 'Type',
      values: {
        grouped: 'a group of other products',
        external: 'a product that another shop sells',
        virtual: 'a product that is not shipped',
        downloadable: 'a download',
      },
    },
  ],
  writtenBreaks: true,
};
