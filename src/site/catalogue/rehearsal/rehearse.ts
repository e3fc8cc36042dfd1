import { setImmediate as turn } from 'node:timers/promises';
import { setGetEnv } from 'astro/env/setup';
import { catalogueOf } from '#site/catalogue/catalogue.ts';
import { keyedCollectionPages } from '#site/catalogue/collection-page.ts';
import { keyOfObject } from '#site/catalogue/kept-pages.ts';
import { keyedProductPage } from '#site/catalogue/product-page.ts';
import { searchRecords } from '#site/catalogue/search-index.ts';
import { sitemapEntries } from '#site/catalogue/sitemap/sitemap.ts';
import { readExtensions, readSnapshot } from '#site/catalogue/snapshot.ts';
import { isInLines, startMemory } from './remembered.ts';

/** Products between two looks whether the order has come. */
const AT_ONCE = 2000;

/**
 * Reads the catalogue and makes the keys of all pages while the process of a publication waits for its order. Nothing of it is
 * published. The publication then reads only the products that have changed since. Does nothing with a backend that sends its
 * catalogue in pages.
 * @param signal - ends the rehearsal. The products that were read until then count.
 * @throws what the reading throws, and the signal's reason.
 */
export async function rehearse(signal: AbortSignal): Promise<void> {
  const quietly = { signal, log: () => {} };
  const extensions = await readExtensions(quietly);
  if (!isInLines(extensions)) return;
  const lines = startMemory(extensions);
  const snapshot = await readSnapshot(extensions, { ...quietly, lines });
  const { products: pages, now } = snapshot;
  const catalogue = catalogueOf(snapshot, { extensions, pages, renditions: [], now });
  for (const [at, product] of pages.entries()) {
    keyedProductPage(catalogue, product);
    if (at % AT_ONCE === 0) await turn(undefined, { signal });
  }
  for (const collection of catalogue.collections) {
    keyedCollectionPages(catalogue, collection);
    await turn(undefined, { signal });
  }
  for (const record of searchRecords(catalogue.products)) keyOfObject(record);
  sitemapEntries(catalogue);
}

/** Reads the settings of the build again, of which the order has brought some. */
export const takeSettings = (): void => setGetEnv((name) => process.env[name]);
