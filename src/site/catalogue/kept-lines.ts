import { PREVIOUS_RELEASE } from 'astro:env/server';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Before, isWhole, type LinePlaces } from '#site/feeds/spliced.ts';
import { readPreviousState, writeState } from './build-state.ts';

const stateOf = (file: string) => `lines-${file.replaceAll('/', '-')}`;

/**
 * A file of lines in the previous release; undefined without one. If it or what is known of it is missing or damaged, it is
 * made anew: nothing may be copied from it.
 * @param file - its path in the site.
 */
export async function readPreviousLines(file: string): Promise<Before | undefined> {
  if (!PREVIOUS_RELEASE) return undefined;
  try {
    const places = (await readPreviousState(stateOf(file))) as LinePlaces | undefined;
    if (!places) return undefined;
    const before = { bytes: await readFile(join(PREVIOUS_RELEASE, file)), places };
    return isWhole(before) ? before : undefined;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Leaves to the next build where the lines of a file stand. */
export const keepPlaces = (file: string, places: LinePlaces): Promise<void> =>
  writeState(stateOf(file), places);
