import { currentPrice } from '#domain/products/product-record.ts';
import { byId, type Feed, withCampaign } from './feed.ts';

const naira = (kobo: number) => ({ amount: kobo, currency: 'NGN' });

/**
 * The product feed of the Agentic Commerce Protocol, version 2026-04-17: the file products.jsonl of a full replacement,
 * one Product per line (spec/2026-04-17/json-schema/schema.feed.json). A product has one variant, itself. A sold-out
 * one stays, as not available. Amounts are kobo.
 */
export const acp: Feed = {
  name: 'acp',
  file: 'acp.jsonl',
  head: () => [],
  tail: [],
  choose: byId,
  line(record, { shop, campaign }) {
    const { id, title, brand, categories, sizeMl, sale, inStock } = record;
    const url = withCampaign(record.url, campaign);
    return JSON.stringify({
      id,
      title,
      description: { plain: record.description },
      url,
      media: record.pictures.map((url) => ({ type: 'image', url, alt_text: title })),
      variants: [
        {
          id,
          title,
          url,
          price: naira(currentPrice(record)),
          ...(sale && { list_price: naira(record.price) }),
          availability: { available: inStock, status: inStock ? 'in_stock' : 'out_of_stock' },
          categories: [
            ...categories.map((value) => ({ value, taxonomy: 'merchant' })),
            ...(brand ? [{ value: brand, taxonomy: 'brand' }] : []),
          ],
          condition: ['new'],
          ...(sizeMl && { variant_options: [{ name: 'Size', value: `${sizeMl} ml` }] }),
          seller: { name: shop.name },
        },
      ],
    });
  },
};
