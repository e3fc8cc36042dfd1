import { BUILD_TIME } from 'astro:env/server';
import { store } from '#config/store.ts';
import { names } from '#contract/app-data.ts';
import { extensionsAnswer } from '#contract/extensions.ts';
import type { Product } from '#contract/product.ts';
import { slug } from '#domain/slug.ts';
import { ApiRefusal, get } from './api.ts';
import { type Brand, groupBrands } from './brands.ts';
import { leave } from './build-state.ts';
import { lowestDeliveryFee } from './delivery.ts';
import { keyOf } from './kept-pages.ts';
import { readProducts } from './products.ts';
import { relatedIndex } from './related.ts';

/** Everything that the pages show, as it was at one moment. */
export interface Catalogue {
  /** Newest first. */
  products: readonly Product[];
  brands: readonly Brand[];
  /** A house's page, if it has one. */
  brandOf: (name: string) => Brand | undefined;
  /** In the order of the alphabet. */
  categories: readonly string[];
  extensions: ReadonlySet<string>;
  related: (product: Product) => Product[];
  /** The time (ms) that decides which discounts count. */
  now: number;
  /** Key of what stands on every page. */
  frame: string;
}

/** What the backend offers beyond spec §7; a backend that does not know the question offers nothing. */
async function readExtensions(): Promise<ReadonlySet<string>> {
  try {
    return new Set((await get('/api/extensions', extensionsAnswer)).extensions);
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 404) return new Set();
    throw error;
  }
}

/** Names the house of products whose backend does not: those that answer to a brand of config/store.ts. */
async function nameBrands(products: readonly Product[]): Promise<void> {
  const byId = new Map(products.map((product) => [product.id, product]));
  const answers = await Promise.all(
    store.brands.map(async (brand) => ({ brand, found: await readProducts(new Set(), brand) })),
  );
  for (const { brand, found } of answers) {
    for (const { id } of found) {
      const product = byId.get(id);
      if (product) product.brand ??= brand;
    }
  }
}

async function read(): Promise<Catalogue> {
  const began = performance.now();
  const extensions = await readExtensions();
  const [products, listed, fee] = await Promise.all([
    readProducts(extensions),
    get('/api/app-data/categories', names),
    lowestDeliveryFee(),
  ]);
  if (!extensions.has('product.facts')) await nameBrands(products);
  const brands = groupBrands(products);
  const categories = [...listed].sort((a, b) => a.localeCompare(b, 'en'));
  await leave('reading', {
    products: products.length,
    version: null,
    skipped: [],
    seconds: (performance.now() - began) / 1000,
  });
  const bySlug = new Map(brands.map((brand) => [brand.slug, brand]));
  return {
    products,
    brands,
    brandOf: (name) => bySlug.get(slug(name)),
    categories,
    extensions,
    related: relatedIndex(products),
    now: BUILD_TIME ?? Date.now(),
    frame: keyOf(categories, [...extensions].sort(), fee),
  };
}

let reading: Promise<Catalogue> | undefined;

/** The catalogue, read once a build. */
export function loadCatalogue(): Promise<Catalogue> {
  reading ??= read();
  return reading;
}
