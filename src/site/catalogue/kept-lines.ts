import { PREVIOUS_RELEASE } from 'astro:env/server';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Product } from '#contract/product.ts';
import { type Before, isWhole, type LinePlaces } from '#site/feeds/spliced.ts';
import { readPreviousState, writeState } from './build-state.ts';
import { isKept } from './kept-pages.ts';
import { productFile } from './product-page.ts';

/**
 * The answer with a file of lines, one for each product. It leaves to the next build where they stand.
 * @param file - its path in the site.
 * @param make - makes it from its text in the previous release, which is undefined without one. A product whose page is kept
 *   is unchanged in what the page shows.
 */
export async function answerLines(
  file: string,
  make: (before?: Before & { isUnchanged: (product: Product) => boolean }) => Before,
): Promise<Response> {
  const state = `lines-${file.replaceAll('/', '-')}`;
  const before = await readPrevious(file, state);
  const { bytes, places } = make(
    before && { ...before, isUnchanged: (product) => isKept('products', productFile(product)) },
  );
  await writeState(state, places);
  return new Response(bytes as Uint8Array<ArrayBuffer>);
}

/** Undefined also if the file or what is known of it is missing or damaged: nothing may be copied from it then. */
async function readPrevious(file: string, state: string): Promise<Before | undefined> {
  if (!PREVIOUS_RELEASE) return undefined;
  try {
    const places = (await readPreviousState(state)) as LinePlaces | undefined;
    if (!places) return undefined;
    const before = { bytes: await readFile(join(PREVIOUS_RELEASE, file)), places };
    return isWhole(before) ? before : undefined;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
