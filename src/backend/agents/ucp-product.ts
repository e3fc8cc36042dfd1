import { type Addresses, recordOf } from '#backend/products/catalogue/record.ts';
import { paths } from '#config/paths.ts';
import type { Product } from '#contract/product.ts';
import { type FactName, productFields } from '#domain/products/product-fields.ts';
import { currentPrice } from '#domain/products/product-record.ts';

/** The facts about the shop in an answer to an agent. */
export interface Shopfront extends Addresses {
  /** The shop's name. */
  name: string;
}

/** Returns an amount in kobo, in UCP's form. */
export const naira = (kobo: number) => ({ amount: kobo, currency: 'NGN' });

/** Returns the shop's legal pages as UCP links. */
export const policies = ({ siteUrl }: Shopfront) => [
  { type: 'refund_policy', url: siteUrl + paths.returns },
  { type: 'terms_of_service', url: siteUrl + paths.terms },
  { type: 'privacy_policy', url: siteUrl + paths.privacy },
];

/** Returns a product in UCP's form. It has one variant with the same id, which is what carts and orders name. */
export function ucpProductOf(product: Product, front: Shopfront, inputs: readonly string[] = []) {
  const record = recordOf(product, front);
  const { id, title, brand, categories, url, sale, inStock, sizeMl } = record;
  const price = naira(currentPrice(record));
  const full = sale && naira(record.price);
  const description = { plain: record.description };
  return {
    id,
    handle: id,
    title,
    description,
    url,
    categories: [
      ...categories.map((value) => ({ value, taxonomy: 'merchant' })),
      ...(brand ? [{ value: brand, taxonomy: 'brand' }] : []),
    ],
    price_range: { min: price, max: price },
    ...(full && { list_price_range: { min: full, max: full } }),
    media: record.pictures.map((url) => ({ type: 'image', url, alt_text: title })),
    ...(product.numReviews > 0 && {
      rating: { value: product.ratings, scale_max: 5, count: product.numReviews },
    }),
    tags: product.tags,
    metadata: {
      ...(brand && { brand }),
      ...Object.fromEntries(
        productFields.flatMap(({ name, csv, extension }) =>
          extension === 'product.facts' && product[name as FactName]
            ? [[csv, product[name as FactName]]]
            : [],
        ),
      ),
    },
    variants: [
      {
        id,
        sku: id,
        title: sizeMl ? `${sizeMl} ml` : title,
        description,
        url,
        price,
        ...(full && { list_price: full }),
        availability: { available: inStock, status: inStock ? 'in_stock' : 'out_of_stock' },
        seller: { name: front.name, links: policies(front) },
        ...(inputs.length > 0 && { inputs: inputs.map((one) => ({ id: one, match: 'exact' })) }),
      },
    ],
  };
}
