import { isOrigin, type Known, type NamedField, productFields } from '#domain/product-fields.ts';
import type { Card } from './card.ts';
import type { ProductPage, ShownProduct } from './product-page.ts';

/**
 * A product that nobody sells. The publisher makes the compression dictionary of all pages from its page (decision 31). So
 * the dictionary changes with the template and the frame, and never with a product. It has everything that a page can show,
 * in words that fragrances share, and nothing of it depends on the time.
 */

/** Servers answer 404 for a hidden name, so that no product can be read under this id. */
const ID = '.specimen';
/** The file that its page would have. No release has it. */
export const SPECIMEN_FILE = `products/${ID}.html`;

const picture = (number: number) => `/media/specimen-${number}/1200.jpg`;
const color = '#c8a878';

/** Every declared field. */
const examples = (which: (field: NamedField) => boolean) =>
  Object.fromEntries(productFields.filter(which).map(({ name, example }) => [name, example]));

const card: Card = {
  id: 'specimen-eau-de-parfum',
  name: 'Brand Specimen',
  brand: 'Brand',
  price: 120_000,
  images: [picture(1)],
  pictures: [{ width: 1200, height: 1500, color }],
  concentration: 'Eau de Parfum',
  sizeMl: 100,
  qtyAvailable: 24,
};

/** One card of each kind: the rest of a row is like one of them. */
const related: readonly Card[] = [
  card,
  { ...card, qtyAvailable: 5, discount: { type: 'percentage', amount: 10 } },
  { ...card, qtyAvailable: 0, concentration: 'Eau de Toilette', sizeMl: 50 },
];

const product: ShownProduct = {
  id: ID,
  name: 'Brand Specimen',
  brand: 'Brand',
  price: 120_000,
  discount: { type: 'percentage', amount: 10 },
  images: [1, 2, 3, 4].map(picture),
  image: picture(1),
  pictures: [
    { width: 1200, height: 1500, color, alt: 'Brand Specimen, Eau de Parfum, 100 ml: a bottle' },
    { width: 960, height: 1200, color },
    { width: 840, height: 1050, color },
    { width: 880, height: 1100, color },
  ],
  description: 'It opens on bergamot, turns to rose and jasmine, and settles into amber and musk.',
  tags: ['fresh', 'floral', 'sweet', 'spicy', 'woody'],
  categories: ['Women', 'Men', 'Unisex'],
  ...examples((field) => !isOrigin(field)),
  provenance: examples(isOrigin) as Known['provenance'],
  notes: {
    top: ['Bergamot', 'Lemon', 'Pink Pepper', 'Cardamom', 'Lavender', 'Saffron'],
    heart: ['Rose', 'Jasmine', 'Orange Blossom', 'Iris', 'Geranium', 'Cinnamon'],
    base: ['Sandalwood', 'Vanilla', 'Amber', 'Musk', 'Oud', 'Patchouli', 'Cedar', 'Tonka Bean'],
  },
  qtyAvailable: 24,
  ratings: 4.5,
  numReviews: 12,
  createdAt: '2026-01-01T00:00:00.000Z',
};

/** The path of its page, for a route of products. */
export const specimenPath: { params: { id: string }; props: ProductPage } = {
  params: { id: ID },
  props: { product, related, sizes: [{ ...card, id: ID }, ...related], brandPage: '/brands/brand' },
};
