import { hash } from 'node:crypto';
import { found, leave } from './build-state.ts';

/** Files of the site by name, each with the key of all that it shows. */
type Keys = Record<string, string>;

/** A file that need not be made again while its key is the same. */
export interface KeyedFile<P> {
  /** From the site's root: 'products/tom-ford-oud-wood.html'. */
  file: string;
  /** Equal for equal contents, beside the sources and settings of the site: of these the publisher takes care. */
  key: string;
  path: P;
}

/** A short mark of some data; equal for equal data. */
export const keyOf = (...shown: readonly unknown[]): string =>
  hash('sha256', JSON.stringify(shown), 'base64url');

const keys = new WeakMap<object, string>();

/** The key of an object that stays as it is, worked out once. */
export function keyOfObject(shown: object): string {
  const known = keys.get(shown);
  if (known !== undefined) return known;
  const key = keyOf(shown);
  keys.set(shown, key);
  return key;
}

/**
 * The paths of a route whose files are not those of the build before; the publisher keeps the others.
 * @param route - names the route in what the builds leave.
 */
export async function changedPaths<P>(route: string, files: readonly KeyedFile<P>[]): Promise<P[]> {
  const before = ((await found(`pages-${route}`)) ?? {}) as Keys;
  await leave(`pages-${route}`, Object.fromEntries(files.map(({ file, key }) => [file, key])));
  return files.filter(({ file, key }) => before[file] !== key).map(({ path }) => path);
}

/**
 * Files that come from one source and whose names only their making tells. `make` is left out while the key is that
 * of the build before.
 */
export async function changedTogether<P>(
  route: string,
  key: string,
  make: () => Promise<{ file: string; path: P }[]>,
): Promise<P[]> {
  const before = ((await found(`pages-${route}`)) ?? {}) as Keys;
  const keys = new Set(Object.values(before));
  // No file at all says nothing of the source that it would be made from.
  if (keys.size === 1 && keys.has(key)) {
    await leave(`pages-${route}`, before);
    return [];
  }
  const made = await make();
  await leave(`pages-${route}`, Object.fromEntries(made.map(({ file }) => [file, key])));
  return made.map(({ path }) => path);
}
