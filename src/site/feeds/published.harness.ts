import type { ProductRecord } from '#domain/products/product-record.ts';

/** The published requirements of feed readers, as of 23 November 2026. */
export const PUBLISHED = {
  /** support.google.com/merchants/answer/7052112, 'Required' for every product outside media, apparel and software. */
  google: {
    required: [
      'id',
      'title',
      'description',
      'link',
      'image_link',
      'availability',
      'price',
      'condition',
    ],
    /** 'Required' if the product has one. A new product without a brand says identifier_exists no (answer 6324478). */
    oneOf: ['brand', 'identifier_exists'],
    most: { id: 50, title: 150, description: 5000, brand: 70, link: 2000, product_type: 750 },
    values: {
      availability: ['in_stock', 'out_of_stock', 'preorder', 'backorder'],
      condition: ['new', 'refurbished', 'used'],
      identifier_exists: ['yes', 'no'],
    },
    /** How often an attribute may appear; others once (answers 6324370, 6324406 and 9218260). */
    repeated: {
      additional_image_link: 10,
      product_type: 5,
      attribute_name: 1000,
      attribute_value: 1000,
    },
  },
  /** developers.facebook.com/docs/marketing-api/catalog/reference, 'Required' for products. */
  meta: {
    required: [
      'id',
      'title',
      'description',
      'availability',
      'condition',
      'price',
      'link',
      'image_link',
      'brand',
    ],
    most: { id: 100, title: 200, description: 9999, brand: 100 },
    values: {
      availability: ['in stock', 'out of stock', 'preorder', 'available for order', 'discontinued'],
      condition: ['new', 'refurbished', 'used'],
    },
  },
  /** rssboard.org/rss-specification: a channel needs these, an item a title or a description. */
  rss: { channel: ['title', 'link', 'description'], item: ['title'] },
} as const;

/** An amount in both: '45000.00 NGN' (ISO 4217). */
export const AMOUNT = /^\d+\.\d\d NGN$/;
/** Two times separated by a slash (ISO 8601). */
export const PERIOD = /^(\d{4}-\d\d-\d\dT\d\d:\d\dZ)\/(\d{4}-\d\d-\d\dT\d\d:\d\dZ)$/;

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};
const ITEM =
  /^<item>((?:<([\w:]+)>(?:[^<>]*|(?:<([\w:]+)>[^<>]*<\/\3>)+)<\/\2>|<media:content url="[^"<>]*" medium="image"\/>)*)<\/item>$/;

/**
 * Returns the elements of an item on one line, in order; for those with child elements, the children. @throws Error
 * when it is not well-formed.
 */
export function elementsOf(line: string): [name: string, text: string][] {
  const [, inside] = ITEM.exec(line) ?? [];
  if (inside === undefined) throw new Error(`This is not an item: ${line}`);
  return [...inside.matchAll(/<([\w:]+)>([^<>]*)<\/\1>/g)].map(([, name = '', text = '']) => {
    if (/&(?!(?:amp|lt|gt|quot|apos);)/.test(text)) throw new Error(`A bare & is in ${text}`);
    return [name, text.replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? '')];
  });
}

/** Returns a record with every field. */
export const record = (changes: Partial<ProductRecord> = {}): ProductRecord => ({
  id: 'tom-ford-oud-wood',
  title: 'Tom Ford Oud Wood',
  description: 'Rosewood, then oud.',
  brand: 'Tom Ford',
  categories: ['Niche', 'Unisex'],
  sizeMl: 50,
  group: 'oud-wood',
  details: [
    ['Concentration', 'Eau de Parfum'],
    ['Size', '50 ml'],
  ],
  url: 'https://shop.example/products/tom-ford-oud-wood',
  pictures: ['https://shop.example/media/a/1200.jpg', 'https://shop.example/media/b/1200.jpg'],
  price: 4_500_000,
  sale: { price: 4_000_000, until: '2026-12-01T10:20:30.000Z' },
  inStock: true,
  createdAt: '2026-01-02T03:04:05.000Z',
  ...changes,
});
