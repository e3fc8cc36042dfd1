import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SearchRecord, writeSearchIndex } from '#site/catalogue/search-index.ts';

/** The folders of a build. */
export interface SearchTask {
  site: string;
  state: string;
}

/**
 * Makes the search index in a separate thread while pages are rendered, if the build has left it to the publisher
 * (src/site/catalogue/build/kept-pages.ts). Stores the keys of its files for the next build.
 * @returns the seconds that it took.
 */
export default async function makeSearchIndex({ site, state }: SearchTask): Promise<number> {
  const began = performance.now();
  const left = join(state, 'search.json');
  const text = await readFile(left, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return 0;
  const { key, parts } = JSON.parse(text) as { key: string; parts: SearchRecord[] };
  const files = await writeSearchIndex(parts, join(site, 'pagefind'));
  const keys = Object.fromEntries(files.map((file) => [`pagefind/${file}`, key]));
  await writeFile(join(state, 'pages-search.json'), JSON.stringify(keys));
  await rm(left);
  return (performance.now() - began) / 1000;
}
