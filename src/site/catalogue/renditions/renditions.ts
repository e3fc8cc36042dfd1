import type { Product } from '#contract/product.ts';
import type { PictureReport } from '#site/catalogue/reading/picture-report.ts';
import { MADE_WIDTHS, madeFile, marked } from '#site/product-data/pictures.ts';
import { makeRenditions } from './make.ts';
import { type PictureSource, pictureSources, type SourceSettings } from './sources.ts';
import { type Known, openStore } from './store.ts';

/** The most pictures with renditions, two files each. Some hosts take 20,000 files; 10,000 pages need half of them. */
export const MOST_PICTURES = 4000;
const HOUR_MS = 3_600_000;
/** Milliseconds for which a picture counts as unchanged. */
const FRESH_MS = 24 * HOUR_MS;
/** Milliseconds until a picture that failed is tried again. */
const RETRY_MS = HOUR_MS;
/** Milliseconds for which renditions are kept after a catalogue last named their picture. */
const KEPT_MS = 30 * 24 * HOUR_MS;
/** The share of the time for checking whether pictures with renditions have changed. */
const PART_FOR_KNOWN = 1 / 6;

export interface RenditionFile {
  /** From the site's root: 'renditions/0a1b2c-540.avif'. */
  file: string;
  name: string;
}

/**
 * Makes renditions of a catalogue's pictures on other servers, for at most `budgetMs`, and marks the pictures that have
 * some (product-data/pictures.ts). A mark is part of the product, so its pages are rendered again when it appears.
 * @param folder - where renditions are kept between builds.
 * @throws Error when PICTURE_HOSTS is wrong or the folder cannot be written. A picture never fails a build.
 */
export async function withRenditions(
  products: readonly Product[],
  options: SourceSettings & { folder: string; budgetMs: number },
): Promise<{ products: readonly Product[]; files: RenditionFile[]; report: PictureReport }> {
  const began = Date.now();
  const { sources: all, refused } = pictureSources(products, options);
  const sources = all.slice(0, MOST_PICTURES);
  const store = await openStore(options.folder);
  const knownOf = ({ url }: PictureSource) => store.known.get(url.href);
  for (const source of sources) {
    const known = knownOf(source);
    if (known) known.usedAt = began;
  }
  const fresh = new Set(sources.filter((source) => isNew(knownOf(source), store.has, began)));
  const first = await makeRenditions([...fresh], store, began + options.budgetMs);
  const old = sources
    .filter((source) => !fresh.has(source) && isOld(knownOf(source), began))
    .sort((a, b) => (knownOf(a)?.askedAt ?? 0) - (knownOf(b)?.askedAt ?? 0));
  const left = began + options.budgetMs - Date.now();
  const again = await makeRenditions(
    old,
    store,
    Date.now() + Math.min(left, options.budgetMs * PART_FOR_KNOWN),
  );
  const isUsed = sources.length > 0 || store.known.size > 0;
  for (const [url, { usedAt }] of store.known) {
    if (began - usedAt > KEPT_MS) store.known.delete(url);
  }
  if (isUsed) await store.save();

  const hashes = new Map<string, string>();
  const failed: PictureReport['failed'] = [];
  for (const source of sources) {
    const { hash, fault } = knownOf(source) ?? {};
    if (hash !== undefined && store.has(hash)) hashes.set(source.image, hash);
    if (fault !== undefined) failed.push({ url: source.url.href, reason: fault });
  }
  return {
    products: hashes.size > 0 ? products.map((product) => markPictures(product, hashes)) : products,
    files: [...new Set(hashes.values())].flatMap((hash) =>
      MADE_WIDTHS.map((width) => {
        const name = madeFile(hash, width);
        return { file: `renditions/${name}`, name };
      }),
    ),
    report: {
      ready: hashes.size,
      made: first.made + again.made,
      waiting: first.late.length,
      beyond: all.length - sources.length,
      failed,
      refused,
      seconds: (Date.now() - began) / 1000,
    },
  };
}

/** Whether a picture has no renditions and is due for a try. */
function isNew(known: Known | undefined, has: (hash: string) => boolean, now: number): boolean {
  if (!known) return true;
  if (known.hash !== undefined && has(known.hash)) return false;
  return known.fault === undefined || now - known.askedAt >= RETRY_MS;
}

const isOld = (known: Known | undefined, now: number) =>
  known?.hash !== undefined && now - known.askedAt >= FRESH_MS;

function markPictures(product: Product, hashes: ReadonlyMap<string, string>): Product {
  const mark = (image: string) => {
    const hash = hashes.get(image);
    return hash === undefined ? image : marked(image, hash);
  };
  return {
    ...product,
    images: product.images.map(mark),
    ...(product.image !== undefined && { image: mark(product.image) }),
  };
}
