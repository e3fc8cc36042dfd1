import type { Product } from '#contract/product.ts';
import { slug } from '#domain/products/slug.ts';
import { bottle } from '../pictures.ts';
import fragrances from './fragrances.json' with { type: 'json' };

type Notes = NonNullable<Product['notes']>;

/** An entry of fragrances.json. */
interface Fragrance {
  name: string;
  brand: string;
  concentration: string;
  sizeMl: number;
  price: number;
  categories: string[];
  notes: Notes;
  tags: string[];
  description: string;
  stock: number;
  sold: number;
  discount: Product['discount'];
  addedAt: string;
  liquid: string;
}

/** Realistic, and independent of the demo catalogue, which may change. */
const FRAGRANCES = fragrances as Fragrance[];

function picturesOf(number: number, liquid: string, views: number) {
  const pictures = Array.from({ length: views }, (_, view) => bottle(number, liquid, view));
  return {
    images: pictures.map(({ url }) => url),
    pictures: pictures.map(({ meta }) => meta),
  };
}

function productOf(fragrance: Fragrance, number: number): Product {
  const { name, brand, stock, sold, addedAt, liquid, ...rest } = fragrance;
  const id = slug(`${brand} ${name}`);
  const views = sold > 400 ? 4 : 1;
  return {
    ...rest,
    ...picturesOf(number, liquid, views),
    _id: id,
    id,
    name: `${brand} ${name}`,
    brand,
    qtyAvailable: stock,
    ratings: number % 5 === 4 ? 0 : 3.6 + (number % 13) / 10,
    numReviews: number % 5 === 4 ? 0 : 3 + ((number * 7) % 41),
    soldCount: sold,
    createdAt: addedAt,
    updatedAt: '2026-11-20T08:00:00.000Z',
  };
}

const known = FRAGRANCES.map(productOf);
const first = known.find(({ name }) => name === 'Tom Ford Oud Wood');
if (!first) throw new Error('fragrances.json has no Oud Wood');

/** Returns a product for a special case; the list has them after the newest. */
const special = (name: string, change: Partial<Product>): Product => ({
  ...first,
  _id: slug(name),
  id: slug(name),
  name: `Tom Ford ${name}`,
  discount: null,
  createdAt: '2025-09-01T09:00:00.000Z',
  ...change,
});

/** 70 characters. */
const LONG_NAME = 'Majmua al-Attar al-Malaki Extraordinaire Collection Privée des Sables';

/** A product without a picture, and with everything that a merchant can prove. */
export const noPicture = special('Unseen', {
  images: [],
  pictures: [],
  qtyAvailable: 34,
  provenance: {
    importer: 'Adeyemi & Daughters Imports Limited, Apapa, Lagos (RC 1234567)',
    boughtFrom: 'Harrods, London, on 3 March 2026; the receipt can be seen in our shop',
    batch: 'A4K71',
    nafdacNumber: '02-5678L',
    seal: 'Sealed box with hologram, as it came from the maker',
  },
});
/** These three are sizes of one fragrance. */
const group = 'sizes';
export const soldOut = special('Sold Out', { qtyAvailable: 0, group, sizeMl: 100 });
export const fewLeft = special('Few Left', { qtyAvailable: 3, group });
export const percentOff = special('Percent Off', {
  discount: { type: 'percentage', amount: 25 },
  group,
  sizeMl: 30,
});
/** A product with a page, shown beside the bottles. */
export const sample = special('Sample', { price: 4500, group, sizeMl: 2, sample: 1 });
export const nairaOff = special('Naira Off', { discount: { type: 'fixed', amount: 20_000 } });
/** A product with a page, in no list. */
export const retired = special('Retired', { qtyAvailable: 0, retired: true });
/** A product without extension fields and without reviews. */
export const plain = special('Plain', {
  name: 'A Plain Fragrance',
  brand: undefined,
  concentration: undefined,
  sizeMl: undefined,
  notes: undefined,
  categories: undefined,
  pictures: undefined,
  tags: [],
  ratings: 0,
  numReviews: 0,
});
/** A product with the longest values: 70 characters of name, ₦1,234,567.50, 12 tags, 12 pictures. */
export const longText = special('Long Text', {
  ...picturesOf(known.indexOf(first), '#a8672c', 12),
  name: `${LONG_NAME}.`,
  brand: 'Maison Francis Kurkdjian',
  price: 1_646_090,
  discount: { type: 'fixed', amount: 411_522.5 },
  concentration: 'Extrait de Parfum Concentré',
  sizeMl: 200,
  categories: ['Arabian', 'Designer', 'Gift Sets', 'Niche', 'Unisex'],
  tags: [
    'oud',
    'amber',
    'long-lasting',
    'harmattan',
    'date night',
    'office',
    'wedding guest',
    'smoky leather',
    'church',
    'incense',
    'Eid al-Fitr',
    'warm evenings',
  ],
  description: `${first.description} `.repeat(4).trim(),
  notes: {
    top: ['Sichuan Pepper', 'Calabrian Bergamot', 'Cardamom from Guatemala', 'Saffron'],
    heart: ['Damask Rose Absolute', 'Cambodian Oud', 'Sandalwood from Mysore', 'Orris Butter'],
    base: ['Tonka Bean', 'Madagascan Vanilla', 'Ambergris Accord', 'Labdanum', 'Benzoin'],
  },
});

const newestFirst = (a: Product, b: Product) =>
  Date.parse(b.createdAt) - Date.parse(a.createdAt) || (a.id < b.id ? -1 : 1);

/** The whole catalogue: 60 products, newest first. */
export const products: readonly Product[] = [
  ...known,
  noPicture,
  soldOut,
  fewLeft,
  percentOff,
  nairaOff,
  plain,
  longText,
].sort(newestFirst);

/** Returns a product of the catalogue. @throws when there is none with this id. */
export function productById(id: string): Product {
  const product = products.find((each) => each.id === id);
  if (!product) throw new Error(`The gallery has no product ${id}`);
  return product;
}

/** The product that most states show: three pictures, tags, notes, reviews. */
export const oudWood = first;
/** A set with parts to choose. It has a page, and is in no list. */
export const discoverySet = special('Discovery Set', {
  parts: [oudWood, soldOut, fewLeft, percentOff].map(({ id }) => id).join(' '),
  choose: 2,
});

export const categories = [...new Set(products.flatMap((product) => product.categories ?? []))];
export const tags = [...new Set(products.flatMap((product) => product.tags))].sort();
