import type { ShippingPlace } from '#contract/app-data.ts';
import type { Extension } from '#contract/extensions.ts';
import {
  catalogueVersion,
  type Product,
  type Redirect,
  redirectsAnswer,
} from '#contract/product.ts';
import { readNames, readPlaces } from '#contract/reading/app-data.ts';
import { bySchema } from '#contract/reading/by-schema.ts';
import { PAGE_SIZE } from '#domain/products/pagination.ts';
import type { Api } from './api.ts';
import { ProductCheck, type Skipped } from './check.ts';
import { CatalogueFault, Moved } from './fault.ts';
import { askNames, nameProducts } from './name-products.ts';
import type { NoteCount } from './notes.ts';
import { readPages } from './pages.ts';
import { progress } from './progress.ts';
import { readStream } from './stream.ts';

/** A catalogue at one moment. */
export interface Snapshot {
  /** Newest first, including retired ones (extension product.retired). */
  products: Product[];
  /** Paths that have moved; none without the extension catalogue.redirects. */
  redirects: Redirect[];
  /** In the backend's order. */
  categories: string[];
  shippingPlaces: ShippingPlace[];
  /** Brands that the query `category` lists; undefined for all (extension product.facts). */
  listedBrands: ReadonlySet<string> | undefined;
  /** The least version (extension catalogue.version) of the snapshot; undefined without the extension. */
  version: string | undefined;
  /** The moment (ms) that decides which discounts are valid, by the backend's clock if it sends one. */
  now: number;
  /** Products that were left out because they break the contract: at most a tenth, unless `skipInvalid` is set. */
  skipped: Skipped[];
  /** The fields that were adapted or dropped in the other products. */
  notes: NoteCount[];
}

/** How often a catalogue that changes during the reading is read. */
const READINGS = 3;

interface ReadingOptions {
  extensions: ReadonlySet<Extension>;
  /** Whether to leave out products that break the contract even when they are more than a tenth. */
  skipInvalid: boolean;
  /** Receives progress lines. */
  log: (line: string) => void;
}

/**
 * Reads the whole catalogue: as one stream if the backend has the extension catalogue.snapshot, otherwise by the calls
 * of spec §7.
 * @throws CatalogueFault when the catalogue cannot be used.
 */
export async function readCatalogue(api: Api, options: ReadingOptions): Promise<Snapshot> {
  const inOneStream = options.extensions.has('catalogue.snapshot');
  return inOneStream ? readInOneStream(api, options) : readByPages(api, options);
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
  const named = extensions.has('product.facts');
  const first = { products: products.slice(0, PAGE_SIZE), total: products.length };
  return {
    products,
    redirects: await readRedirects(api, extensions),
    categories,
    shippingPlaces: head.shippingPlaces,
    listedBrands: named
      ? undefined
      : await nameProducts(
          api,
          products,
          { first: { ...first, totalPages: undefined }, size: products.length },
          { ...(await askNames(api, async () => categories, log)), log },
        ),
    version,
    now: now === undefined ? Date.now() : Date.parse(now),
    skipped: check.skipped,
    notes: check.notes.list(),
  };
}

/** Reads page by page, and starts again if the catalogue changes during the reading. */
async function readByPages(api: Api, options: ReadingOptions): Promise<Snapshot> {
  const signs = new Set<string>();
  for (let reading = 1; ; reading++) {
    try {
      // If every reading differs in the same way, two products share an id. The check leaves out the second one.
      const apart = reading === READINGS && signs.size === 1;
      return await readOnce(api, options, apart);
    } catch (error) {
      if (!(error instanceof Moved)) throw error;
      const seen = `(${error.message})`;
      signs.add(error.message);
      if (reading === READINGS && signs.size === 1) {
        throw new CatalogueFault(
          'unreadable',
          `The catalogue could not be read: its answers contradict each other, in the same way in each of ${READINGS} readings ${seen}.`,
          { cause: error },
        );
      }
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
  apart: boolean,
): Promise<Snapshot> {
  const now = Date.now();
  const check = new ProductCheck(extensions);
  const version = await readVersion(api, extensions);
  const named = extensions.has('product.facts');
  const categories = api.get('/api/app-data/categories', readNames, check.notes);
  const [list, names, places, asked] = await Promise.all([
    readPages(api, check, { onRead: progress(log), apart }).then(async (list) => {
      if (version === undefined) await list.again();
      return list;
    }),
    categories,
    api.get('/api/app-data/shipping-addresses', readPlaces, check.notes),
    named ? undefined : askNames(api.later, () => categories, log),
  ]);
  const redirects = await readRedirects(api, extensions);
  const after = await readVersion(api, extensions);
  if (after !== version) throw new Moved(`its version went from ${version} to ${after}`);
  const products = list.products();
  check.conclude(products, skipInvalid);
  const listedBrands = asked && (await nameProducts(api, products, list, { ...asked, log }));
  return {
    products,
    redirects,
    categories: names,
    shippingPlaces: places,
    listedBrands,
    version,
    now,
    skipped: check.skipped,
    notes: check.notes.list(),
  };
}

async function readRedirects(api: Api, extensions: ReadonlySet<Extension>): Promise<Redirect[]> {
  if (!extensions.has('catalogue.redirects')) return [];
  return (await api.get('/api/catalogue/redirects', bySchema(redirectsAnswer))).redirects;
}

/** Reads the catalogue's version; undefined for a backend without the extension catalogue.version. */
export async function readVersion(
  api: Api,
  extensions: ReadonlySet<Extension>,
): Promise<string | undefined> {
  if (!extensions.has('catalogue.version')) return undefined;
  return (await api.get('/api/catalogue/version', bySchema(catalogueVersion))).version;
}
