import type { ProductRecord } from '#domain/products/product-record.ts';
import { byId, type Feed, type FeedSettings, feedPrice, saleDates, withCampaign } from './feed.ts';
import { isFit, shortId } from './offers.ts';
import { clipped, csvField } from './texts.ts';

/** The limits of Meta (developers.facebook.com/docs/commerce-platform/catalog/fields). */
const MOST = { id: 100, title: 200, description: 9999, brand: 100, pictures: 20, type: 750 };

type Column = [name: string, of: (record: ProductRecord, settings: FeedSettings) => string];

const COLUMNS: readonly Column[] = [
  ['id', ({ id }) => shortId(id, MOST.id)],
  ['title', ({ title }) => clipped(title, MOST.title)],
  ['description', ({ description }) => clipped(description, MOST.description)],
  ['availability', ({ inStock }) => (inStock ? 'in stock' : 'out of stock')],
  ['condition', () => 'new'],
  ['price', ({ price }) => feedPrice(price)],
  ['link', ({ url }, { campaign }) => withCampaign(url, campaign)],
  ['image_link', ({ pictures: [main = ''] }) => main],
  // Meta demands a brand or a GTIN. Without a brand, the seller takes its place.
  ['brand', ({ brand }, { shop }) => clipped(brand ?? shop.name, MOST.brand)],
  [
    'additional_image_link',
    ({ pictures }) =>
      pictures
        .slice(1, 1 + MOST.pictures)
        .map((url) => url.replaceAll(',', '%2C'))
        .join(','),
  ],
  ['sale_price', ({ sale }) => (sale ? feedPrice(sale.price) : '')],
  ['sale_price_effective_date', (record) => saleDates(record) ?? ''],
  ['product_type', ({ categories: [first = ''] }) => clipped(first, MOST.type)],
];

/** Meta's catalogue for Facebook and Instagram, as CSV. A sold-out product stays, as out of stock. */
export const meta: Feed = {
  name: 'meta',
  file: 'meta.csv',
  head: () => [COLUMNS.map(([name]) => name).join(',')],
  tail: [],
  choose: byId,
  line(record, settings) {
    if (!isFit(record)) return undefined;
    return COLUMNS.map(([, of]) => csvField(of(record, settings))).join(',');
  },
};
