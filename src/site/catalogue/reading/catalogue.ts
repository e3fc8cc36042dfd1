import { shop } from '#config/shop.ts';
import { names, type ShippingPlace, shippingPlaces } from '#contract/app-data.ts';
import type { Extension } from '#contract/extensions.ts';
import { catalogueVersion, type Product } from '#contract/product.ts';
import type { Api } from './api.ts';
import { ProductCheck, type Skipped } from './check.ts';
import { CatalogueFault } from './fault.ts';
import { Moved, readPages } from './pages.ts';
import { progress } from './progress.ts';
import { readStream } from './stream.ts';

/** A catalogue as of one moment. */
export interface Snapshot {
  /** Newest first. */
  products: Product[];
  /** In the backend's order. */
  categories: string[];
  shippingPlaces: ShippingPlace[];
  /** The version (extension catalogue.version) that the snapshot holds at least; undefined without the extension. */
  version: string | undefined;
  /** The moment (ms) that decides which discounts are valid; by the backend's clock if it sends one. */
  now: number;
  /** Products that were left out because they break the contract; empty unless `skipInvalid` is set. */
  skipped: Skipped[];
}

/** How often a catalogue that changes meanwhile is read. */
const READINGS = 3;

interface ReadingOptions {
  extensions: ReadonlySet<string>;
  /** Leaves out products that break the contract instead of failing. */
  skipInvalid: boolean;
  /** Receives lines about the progress. */
  log: (line: string) => void;
}

/**
 * Reads the whole catalogue: as one stream if the backend has the extension catalogue.snapshot, otherwise by the calls
 * of spec §7.
 * @throws CatalogueFault when the catalogue cannot be used.
 */
export async function readCatalogue(api: Api, options: ReadingOptions): Promise<Snapshot> {
  const has = (extension: Extension) => options.extensions.has(extension);
  return has('catalogue.snapshot') ? readInOneStream(api, options) : readByPages(api, options);
}

async function readInOneStream(
  api: Api,
  { extensions, skipInvalid, log }: ReadingOptions,
): Promise<Snapshot> {
  const { head, products, check } = await readStream(
    api,
    () => new ProductCheck(extensions),
    progress(log),
  );
  check.conclude(products, skipInvalid);
  const { categories, version, now } = head;
  return {
    products,
    categories,
    shippingPlaces: head.shippingPlaces,
    version,
    now: now === undefined ? Date.now() : Date.parse(now),
    skipped: check.skipped,
  };
}

/** Reads page by page; starts again when the catalogue changed meanwhile. */
async function readByPages(api: Api, options: ReadingOptions): Promise<Snapshot> {
  for (let reading = 1; ; reading++) {
    try {
      return await readOnce(api, options);
    } catch (error) {
      if (!(error instanceof Moved)) throw error;
      const seen = `(${error.message})`;
      if (reading === READINGS) {
        throw new CatalogueFault(
          'moving',
          `The catalogue kept changing: it changed during each of ${READINGS} readings ${seen}. Build again when it is quieter.`,
          { cause: error },
        );
      }
      options.log(`The catalogue changed while it was read ${seen}: reading it again`);
    }
  }
}

async function readOnce(
  api: Api,
  { extensions, skipInvalid, log }: ReadingOptions,
): Promise<Snapshot> {
  const now = Date.now();
  const check = new ProductCheck(extensions);
  const version = await readVersion(api, extensions);
  const [{ products, again }, categories, places] = await Promise.all([
    readPages(api, check, { onRead: progress(log) }),
    api.get('/api/app-data/categories', names),
    api.get('/api/app-data/shipping-addresses', shippingPlaces),
  ]);
  if (!extensions.has('product.facts' satisfies Extension)) await nameBrands(api, products);
  if (version === undefined) await again();
  const after = await readVersion(api, extensions);
  if (after !== version) throw new Moved(`its version went from ${version} to ${after}`);
  check.conclude(products, skipInvalid);
  return {
    products,
    categories,
    shippingPlaces: places,
    version,
    now,
    skipped: check.skipped,
  };
}

/** The catalogue's version; undefined for a backend without the extension catalogue.version. */
export async function readVersion(
  api: Api,
  extensions: ReadonlySet<string>,
): Promise<string | undefined> {
  if (!extensions.has('catalogue.version' satisfies Extension)) return undefined;
  return (await api.get('/api/catalogue/version', catalogueVersion)).version;
}

/** Sets the brand of products whose backend sends none, by asking for each brand of config/shop.ts. */
async function nameBrands(api: Api, products: readonly Product[]): Promise<void> {
  const byId = new Map(products.map((product) => [product.id, product]));
  for (const brand of shop.brands) {
    // Invalid products are reported by the reading of all products.
    const { products: found } = await readPages(api, new ProductCheck(new Set()), {
      category: brand,
    });
    for (const { id } of found) {
      const product = byId.get(id);
      if (product) product.brand ??= brand;
    }
  }
}
