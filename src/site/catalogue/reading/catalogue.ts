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

/** A catalogue as it was at one moment. */
export interface Snapshot {
  /** Newest first. */
  products: Product[];
  /** As the backend has them. */
  categories: string[];
  shippingPlaces: ShippingPlace[];
  /** As extension catalogue.version has it; undefined without. Everything up to it is in here. */
  version: string | undefined;
  /** The moment (ms), by the backend's clock if it tells: which discounts count. */
  now: number;
  /** Products left out as they break the contract; always none unless that was asked for. */
  skipped: Skipped[];
}

/** Readings that a catalogue gets to hold still. */
const READINGS = 3;

interface Wishes {
  extensions: ReadonlySet<string>;
  /** Leave out products that break the contract, rather than fail. */
  skipInvalid: boolean;
  /** Receives a line now and then. */
  say: (line: string) => void;
}

/**
 * Reads the whole catalogue: in one stream where the backend has the extension catalogue.snapshot, else by the calls
 * of spec §7.
 * @throws CatalogueFault that says what is wrong with it.
 */
export async function readCatalogue(api: Api, wishes: Wishes): Promise<Snapshot> {
  const has = (extension: Extension) => wishes.extensions.has(extension);
  return has('catalogue.snapshot') ? readWhole(api, wishes) : readHeldStill(api, wishes);
}

async function readWhole(api: Api, { extensions, skipInvalid, say }: Wishes): Promise<Snapshot> {
  const { head, products, check } = await readStream(
    api,
    () => new ProductCheck(extensions),
    progress(say),
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

/** Reads page by page, again from the beginning when the catalogue changed meanwhile. */
async function readHeldStill(api: Api, wishes: Wishes): Promise<Snapshot> {
  for (let reading = 1; ; reading++) {
    try {
      return await readOnce(api, wishes);
    } catch (error) {
      if (!(error instanceof Moved)) throw error;
      const seen = `(${error.message})`;
      if (reading === READINGS) {
        throw new CatalogueFault(
          'moving',
          `The catalogue would not hold still: it changed during each of ${READINGS} readings ${seen}. Build again when it is quieter.`,
          { cause: error },
        );
      }
      wishes.say(`The catalogue changed while it was read ${seen}: reading it again`);
    }
  }
}

async function readOnce(api: Api, { extensions, skipInvalid, say }: Wishes): Promise<Snapshot> {
  const now = Date.now();
  const check = new ProductCheck(extensions);
  const versioned = extensions.has('catalogue.version' satisfies Extension);
  const readVersion = async () =>
    versioned ? (await api.get('/api/catalogue/version', catalogueVersion)).version : undefined;
  const version = await readVersion();
  const [{ products, again }, categories, places] = await Promise.all([
    readPages(api, check, { onRead: progress(say) }),
    api.get('/api/app-data/categories', names),
    api.get('/api/app-data/shipping-addresses', shippingPlaces),
  ]);
  if (!extensions.has('product.facts' satisfies Extension)) await nameBrands(api, products);
  if (!versioned) await again();
  const after = await readVersion();
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

/** Names the house of products whose backend does not: those that answer to a brand of config/shop.ts. */
async function nameBrands(api: Api, products: readonly Product[]): Promise<void> {
  const byId = new Map(products.map((product) => [product.id, product]));
  for (const brand of shop.brands) {
    // Those that break the contract are counted where all are read.
    const { products: found } = await readPages(api, new ProductCheck(new Set()), {
      category: brand,
    });
    for (const { id } of found) {
      const product = byId.get(id);
      if (product) product.brand ??= brand;
    }
  }
}
