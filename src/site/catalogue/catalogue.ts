import { BUILD_TIME } from 'astro:env/server';
import type { ShippingPlace } from '#contract/app-data.ts';
import type { Product } from '#contract/product.ts';
import { slug } from '#domain/slug.ts';
import { type Brand, groupBrands } from './brands.ts';
import { leave } from './build-state.ts';
import { keyOf } from './kept-pages.ts';
import { relatedIndex } from './related.ts';
import { readExtensions, readSnapshot } from './snapshot.ts';

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
  /** The lowest delivery fee (naira); undefined without any. */
  deliveryFrom: number | undefined;
  /** The time (ms) that decides which discounts count. */
  now: number;
  /** Key of what stands on every page. */
  frame: string;
}

async function read(): Promise<Catalogue> {
  const began = performance.now();
  const extensions = await readExtensions();
  const snapshot = await readSnapshot(extensions);
  const { products, version, skipped } = snapshot;
  await leave('reading', {
    products: products.length,
    version: version ?? null,
    skipped,
    seconds: (performance.now() - began) / 1000,
  });
  const categories = [...snapshot.categories].sort((a, b) => a.localeCompare(b, 'en'));
  const deliveryFrom = lowestFee(snapshot.shippingPlaces);
  const brands = groupBrands(products);
  const bySlug = new Map(brands.map((brand) => [brand.slug, brand]));
  return {
    products,
    brands,
    brandOf: (name) => bySlug.get(slug(name)),
    categories,
    extensions,
    deliveryFrom,
    related: relatedIndex(products),
    now: BUILD_TIME ?? snapshot.now,
    frame: keyOf(categories, [...extensions].sort(), deliveryFrom),
  };
}

/** The lowest fee for bringing an order to someone; pick-up is none. */
function lowestFee(places: readonly ShippingPlace[]): number | undefined {
  const fees = places.map(({ amount }) => amount).filter((amount) => amount > 0);
  return fees.length > 0 ? Math.min(...fees) : undefined;
}

let reading: Promise<Catalogue> | undefined;

/** The catalogue, read once a build. */
export function loadCatalogue(): Promise<Catalogue> {
  reading ??= read();
  return reading;
}
