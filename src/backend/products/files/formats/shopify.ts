import type { KeepingFormat } from './format.ts';

/**
 * Shopify: Products, Export. A product has a row for each size, and one for each further picture. The second spelling is
 * from the template since 2025 (help.shopify.com/en/manual/products/import-export/using-csv).
 */
export const shopify: KeepingFormat = {
  name: 'Shopify',
  marks: ['Handle | URL handle', 'Title', 'Variant Price | Price'],
  separator: ',',
  idIsAddress: true,
  columns: {
    id: 'Handle | URL handle',
    name: 'Title',
    brand: 'Vendor',
    concentration: 'Type | Custom Product Type',
    price: 'Variant Price | Price',
    fullPrice: 'Variant Compare At Price | Compare At Price',
    stock: 'Variant Inventory Qty | Variant Inventory Quantity | Inventory quantity',
    description: 'Body (HTML) | Body HTML | Description',
    tags: 'Tags',
    categories: 'Type | Custom Product Type',
    pictures: 'Image Src | Product image URL',
    pictureWords: 'Image Alt Text',
    sizePicture: 'Variant Image | Variant image URL',
  },
  addresses: {
    product: ['/products/{id}'],
    lists: {
      categories: '/collections/{path}',
      tags: '/collections/{path}',
      brand: '/collections/{path}',
    },
  },
  options: ['Option# Name', 'Option# Value'],
  sku: 'Variant SKU | SKU',
  own: {
    pattern: /\(product\.metafields\.turare\.(\w+)\)$/i,
    heading: (column, label) => `${label} (product.metafields.turare.${column})`,
  },
  sizes: { as: 'same id' },
  oneSize: 'Default Title',
};
