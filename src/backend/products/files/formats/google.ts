import type { Format } from './format.ts';

/**
 * Google Merchant Center: a product feed as text or XML (support.google.com/merchants/answer/7052112), as this shop
 * writes.
 */
export const google: Format = {
  name: 'Google Merchant Center',
  marks: ['title', 'link', 'image_link', 'availability'],
  separator: ',',
  columns: {
    id: ['item_group_id', 'id'],
    name: 'title',
    brand: 'brand',
    concentration: 'concentration',
    size: 'size',
    price: 'price',
    salePrice: 'sale_price',
    saleStarts: 'sale_price_effective_date',
    saleEnds: 'sale_price_effective_date',
    inStock: 'availability',
    stock: 'quantity_to_sell_on_facebook',
    description: 'description',
    categories: 'product_type',
    pictures: ['image_link', 'additional_image_link'],
    ean: 'gtin',
    address: 'link',
  },
  addresses: { product: [] },
  sku: 'id',
  idsInAddresses: true,
  sizes: { as: 'same id' },
};
