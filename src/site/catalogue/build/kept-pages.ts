import { hash } from 'node:crypto';
import { memoized } from './memoized.ts';
import { readPreviousState, writeState } from './order.ts';

/** The keys of the site's files, by file name. */
type Keys = Record<string, string>;

/** A file that is rendered again only when its key has changed. */
export interface KeyedFile<P> {
  /** From the site's root: 'products/tom-ford-oud-wood.html'. */
  file: string;
  /** Equal for equal data. The publisher handles changed sources and settings. */
  key: string;
  path: P;
  /** The object whose page it is. */
  of?: object;
}

/** Returns a hash of some data. */
export const keyOf = (...shown: readonly unknown[]): string =>
  hash('sha256', JSON.stringify(shown), 'base64url');

/** Returns the key of an object that does not change, computed once. */
export const keyOfObject = memoized((shown: object) => keyOf(shown));

const kept = new WeakSet<object>();

/**
 * Whether a product's page is unchanged since the previous build, and so everything else made of the same data. Astro
 * asks for the paths of all routes before it makes the first file. Until then no page counts as kept.
 */
export const isKept = (product: object): boolean => kept.has(product);

/**
 * Returns the paths of a route whose files have changed since the previous build. The publisher keeps the others.
 * @param route - names the route in the build state.
 */
export async function changedPaths<P>(route: string, files: readonly KeyedFile<P>[]): Promise<P[]> {
  const before = ((await readPreviousState(`pages-${route}`)) ?? {}) as Keys;
  await writeState(`pages-${route}`, Object.fromEntries(files.map(({ file, key }) => [file, key])));
  const isSame = ({ file, key }: KeyedFile<P>) => before[file] === key;
  for (const { of } of files.filter(isSame)) if (of) kept.add(of);
  return files.filter((one) => !isSame(one)).map(({ path }) => path);
}

/**
 * Hands the publisher the parts of files that it makes itself, such as the search index, whose file names are known
 * only afterwards. If the parts equal those of the previous build, it keeps that build's files instead.
 */
export async function leaveToPublisher(route: string, parts: unknown): Promise<void> {
  const key = keyOf(parts);
  const before = ((await readPreviousState(`pages-${route}`)) ?? {}) as Keys;
  const keys = new Set(Object.values(before));
  // Without files there is no key to compare.
  if (keys.size === 1 && keys.has(key)) await writeState(`pages-${route}`, before);
  else await writeState(route, { key, parts });
}
