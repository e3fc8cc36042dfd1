import { PREVIOUS_RELEASE } from 'astro:env/server';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Product } from '#contract/product.ts';
import { joined, PIECES } from '#site/feeds/pieces.ts';
import type { Before, LinePlaces, Spliced } from '#site/feeds/spliced.ts';
import { readPreviousState, writeState } from './build-state.ts';
import { isKept } from './kept-pages.ts';

/**
 * The answer with a file of lines, one for each product: its text, or pieces of which the publisher puts it together. It leaves
 * to the next build where the lines stand.
 * @param file - its path in the site.
 * @param make - makes it from what is known of its file in the previous release, which is undefined without one. A product
 *   whose page is kept is unchanged in what the page shows.
 */
export async function answerLines(
  file: string,
  make: (before?: Before<Product>) => Spliced,
): Promise<Response> {
  const state = `lines-${file.replaceAll('/', '-')}`;
  const places = await readPrevious(file, state);
  const made = make(places && { places, isUnchanged: isKept });
  await writeState(state, made.places);
  if (places) {
    return new Response(JSON.stringify(made.pieces), { headers: { 'content-type': PIECES } });
  }
  return new Response(joined(made.pieces) as Uint8Array<ArrayBuffer>);
}

/** Undefined also if the file or what is known of it is missing or damaged: nothing may be copied from it then. */
async function readPrevious(file: string, state: string): Promise<LinePlaces | undefined> {
  if (!PREVIOUS_RELEASE) return undefined;
  try {
    const places = (await readPreviousState(state)) as LinePlaces | undefined;
    const { size } = await stat(join(PREVIOUS_RELEASE, file));
    return places?.size === size ? places : undefined;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
