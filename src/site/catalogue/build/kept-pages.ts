import { hash } from 'node:crypto';
import { memoized } from './memoized.ts';
import { readPreviousState, writeState } from './order.ts';

/** The keys of the site's files, by file name. */
type Keys = Record<string, string>;

/** A file that is rendered again only when its key has changed. */
export interface KeyedFile<P> {
  /** From the site's root: 'products/tom-ford-oud-wood.html'. */
  file: string;
  /** Equal for equal data. Changed sources or settings are the publisher's concern. */
  key: string;
  path: P;
  /** Whose page it is. */
  of?: object;
}

/** A hash of some data. */
export const keyOf = (...shown: readonly unknown[]): string =>
  hash('sha256', JSON.stringify(shown), 'base64url');

/** The key of an object that does not change, computed once. */
export const keyOfObject = memoized((shown: object) => keyOf(shown));

const kept = new WeakSet<object>();

/**
 * Whether the page of a product has not changed since the previous build, so that nothing that is made of the same data
 * has. Astro asks for the paths of all routes before it makes the first file. Until then no page counts as kept.
 */
export const isKept = (product: object): boolean => kept.has(product);

/**
 * The paths of a route whose files have changed since the previous build; the publisher keeps the others.
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
 * Hands the publisher the parts of files that it makes itself, such as the search index: their names are known only
 * once they are made. If the parts are those of the previous build, it keeps that build's files instead.
 */
export async function leaveToPublisher(route: string, parts: unknown): Promise<void> {
  const key = keyOf(parts);
  const before = ((await readPreviousState(`pages-${route}`)) ?? {}) as Keys;
  const keys = new Set(Object.values(before));
  // Without any files there is no key to compare.
  if (keys.size === 1 && keys.has(key)) await writeState(`pages-${route}`, before);
  else await writeState(route, { key, parts });
}
