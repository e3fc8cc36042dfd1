import { PUBLIC_API_URL, PUBLIC_IMAGE_URL } from 'astro:env/client';
import { API_URL, BUILD_TIME, PICTURE_HOSTS } from 'astro:env/server';
import type { ShippingPlace } from '#contract/app-data.ts';
import { EXTENSIONS, type Extension } from '#contract/extensions.ts';
import type { Product } from '#contract/product.ts';
import { collectionSlug } from '#domain/products/slug.ts';
import { keyOf } from './build/kept-pages.ts';
import { order, writeState } from './build/order.ts';
import { type Brand, type Collection, groupBrands, groupCategories } from './collections.ts';
import { movedPaths, productNow } from './moved.ts';
import { shownHash } from './reading/shown.ts';
import { relatedIndex } from './related.ts';
import { type RenditionFile, withRenditions } from './renditions/renditions.ts';
import { partsIndex, type ShownPart } from './set-parts.ts';
import { type Fragrances, groupSizes } from './sizes.ts';
import { readExtensions, readSnapshot } from './snapshot.ts';

/** Everything that the pages show, at one moment. */
export interface Catalogue extends Omit<Fragrances, 'cardsOf'> {
  /** The products for sale, newest first. */
  products: readonly Product[];
  /** The products that have a page: those for sale and the retired ones. */
  pages: readonly Product[];
  /** If there are none, no page links to /brands. */
  brands: readonly Brand[];
  /** The brand of that name, if it has a page. */
  brandOf: (name: string) => Brand | undefined;
  /** In alphabetical order, including those without products, which have no page. */
  categories: readonly string[];
  /** The category of that name, if it has a page. */
  categoryOf: (name: string) => Collection | undefined;
  /** The collections that have pages: the brands, then the categories. */
  collections: readonly Collection[];
  /** Whether the query `category` lists something for this name. */
  isListed: (name: string) => boolean;
  /** All that the backend lists, including names that the contract does not know. */
  extensions: ReadonlySet<Extension>;
  /** The listed extensions that the contract knows. */
  known: readonly Extension[];
  /** The product with this id or former id; undefined if it is not sold. */
  productNow: (id: string | null) => Product | undefined;
  related: (product: Product) => Product[];
  /** The parts of a set. */
  parts: (product: Product) => readonly ShownPart[];
  /** The lowest and the highest delivery fee (naira); undefined when there is none. */
  fees: { least: number; most: number } | undefined;
  /** The time (ms) that decides which discounts are valid. */
  now: number;
  /** The renditions of pictures on other servers. */
  renditions: readonly RenditionFile[];
  /** The key of what every page shows. */
  frame: string;
}

async function read(): Promise<Catalogue> {
  const ordered = await order();
  const began = performance.now();
  const extensions = await readExtensions(ordered?.liveExtensions);
  const snapshot = await readSnapshot(extensions);
  const { version, skipped, notes } = snapshot;
  const now = ordered?.time ?? BUILD_TIME ?? snapshot.now;
  await writeState('reading', {
    products: snapshot.products.length,
    version: version ?? null,
    // Publishers that poll a backend with versions compare these instead.
    shown: version === undefined ? shownHash(snapshot, extensions, now) : null,
    extensions: [...extensions],
    skipped,
    notes,
    seconds: (performance.now() - began) / 1000,
  });
  const { products: pages, files: renditions } = await addRenditions(snapshot.products);
  const products = pages.filter(({ retired }) => !retired);
  const categories = [...snapshot.categories].sort((a, b) => a.localeCompare(b, 'en'));
  const fees = feesOf(snapshot.shippingPlaces);
  const inLists = extensions.has('product.group') && extensions.has('product.sizes');
  const { cardsOf, ...fragrances } = groupSizes(pages, { now, inLists });
  const asCards = <C extends Collection>(some: readonly C[]) =>
    some.map((each) => ({ ...each, products: cardsOf(each.products) }));
  const brands = asCards(groupBrands(products, snapshot.listedBrands));
  const listedNames = new Set(
    [...categories, ...brands.flatMap(({ name, listed }) => (listed ? [name] : []))].map((name) =>
      name.toLowerCase(),
    ),
  );
  const filled = asCards(groupCategories(products));
  const collections = [...brands, ...filled];
  await writeState('moved', movedPaths(snapshot.redirects, { pages, collections }));
  return {
    products,
    pages,
    brands,
    brandOf: finder(brands),
    categories,
    categoryOf: finder(filled),
    collections,
    isListed: (name) => listedNames.has(name.toLowerCase()),
    extensions,
    known: EXTENSIONS.filter((name) => extensions.has(name)),
    productNow: (id) => productNow(products, snapshot.redirects, id),
    fees,
    renditions,
    ...fragrances,
    related: relatedIndex(pages, fragrances.cards),
    parts: partsIndex(pages),
    now,
    frame: keyOf(categories, [...extensions].sort(), fees, brands.length > 0),
  };
}

/** Returns a function that finds the collection of a name in any spelling. Slugs are made once for each name. */
function finder<C extends Collection>(collections: readonly C[]) {
  const bySlug = new Map(collections.map((collection) => [collection.slug, collection]));
  const byName = new Map<string, C | undefined>();
  return (name: string): C | undefined => {
    if (!byName.has(name)) byName.set(name, bySlug.get(collectionSlug(name)));
    return byName.get(name);
  };
}

/** Adds the renditions of the products' pictures. An image CDN makes its own; without a publisher nothing is kept. */
async function addRenditions(products: readonly Product[]) {
  const pictures = (await order())?.pictures;
  if (!pictures || PUBLIC_IMAGE_URL) return { products, files: [] };
  const { report, ...made } = await withRenditions(products, {
    apiUrl: API_URL,
    publicApiUrl: PUBLIC_API_URL,
    hosts: PICTURE_HOSTS,
    ...pictures,
  });
  await writeState('pictures', report);
  return made;
}

/** Returns the lowest and the highest fee. Pick-up, which is free, is left out. */
function feesOf(places: readonly ShippingPlace[]): Catalogue['fees'] {
  const fees = places.map(({ amount }) => amount).filter((amount) => amount > 0);
  return fees.length > 0 ? { least: Math.min(...fees), most: Math.max(...fees) } : undefined;
}

let reading: Promise<Catalogue> | undefined;

/** Loads the catalogue, once per build. */
export function loadCatalogue(): Promise<Catalogue> {
  reading ??= read();
  return reading;
}
