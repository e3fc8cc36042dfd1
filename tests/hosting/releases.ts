import { createHash } from 'node:crypto';
import { link, mkdir, rename, rm, symlink, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { filesBelow } from '#process/files.ts';
import { emitHosting } from '#server/emit-hosting.ts';
import { isHashed } from '#server/hosting.ts';
import { lay, readableFolder } from './site.ts';

/** The paths of the site's pages. */
export const PAGES = ['/', '/products/oud'];
/** Files that do not change between releases. */
const SAME = /^\/(_assets\/same\.|404\.html|_headers|_redirects|_nginx)/;
/** The number of kept releases. The pool has the hashed files of older ones. */
const KEPT = 5;

/** Returns the paths of a site's files, each with a leading slash. */
const pathsOf = (folder: string) => filesBelow(folder).map((file) => `/${file}`);

/** A publisher's folder: releases of a few files, the link to the live one, the pool. */
export interface Releases {
  live: string;
  pool: string;
  /** Makes the next release and swaps it in. */
  publish(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Opens the folder. @param secondsApart - simulated seconds between two releases. With 0 the files keep their real
 * times, with several releases in one second.
 */
export async function makeReleases({ secondsApart = 0 } = {}): Promise<Releases> {
  const folder = await readableFolder();
  const live = join(folder, 'live');
  const pool = join(folder, 'pool');
  const nameOf = (number: number) => String(number).padStart(6, '0');
  const folderOf = (number: number) => join(folder, 'releases', nameOf(number));
  let last = 0;

  async function publish() {
    const number = last + 1;
    const release = folderOf(number);
    const pages = Object.entries(await makePages(release, nameOf(number)));
    for (const [path, text] of pages) await lay(release, path, Buffer.from(text), true);
    if (last === 0) {
      await lay(release, '/_assets/same.S0.js', Buffer.from('same '.repeat(50)), true);
      await lay(release, '/404.html', Buffer.from('not found'), false);
      const hosting = { siteUrl: 'https://shop.test', apiUrl: null };
      await emitHosting(release, hosting, { names: filesBelow(release) });
    } else {
      await linkAll(folderOf(last), release, (path) => SAME.test(path));
    }
    if (secondsApart > 0) {
      const time = Date.UTC(2026, 0, 1) / 1000 + number * secondsApart;
      for (const path of pathsOf(release)) {
        if (!SAME.test(path)) await utimes(release + path, time, time);
      }
    }
    // Before the swap, because a page that is read just before it requests its files just after it.
    await linkAll(release, pool, isHashed);
    await symlink(`releases/${nameOf(number)}`, `${live}.new`);
    await rename(`${live}.new`, live);
    last = number;
    if (number > KEPT) await rm(folderOf(number - KEPT), { recursive: true });
  }

  await publish();
  return { live, pool, publish, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Pages of equal size in all releases, and two assets that differ in each release. */
async function makePages(release: string, number: string): Promise<Record<string, string>> {
  await mkdir(release, { recursive: true });
  const hash = createHash('sha256').update(number).digest('hex').slice(0, 8);
  const assets = [`/_assets/page.${hash}.js`, `/_assets/page.${hash}.css`];
  const page = (path: string) =>
    [
      `release ${number}`,
      ...assets,
      '/_assets/same.S0.js',
      path.repeat(40),
      `release ${number}`,
    ].join('\n');
  return {
    '/index.html': page('/'),
    '/products/oud.html': page('/products/oud'),
    ...Object.fromEntries(
      assets.map((asset) => [asset, `asset ${asset} of ${number} `.repeat(30)]),
    ),
  };
}

/** Makes hard links of files and their compressed forms. */
async function linkAll(from: string, to: string, wanted: (path: string) => boolean) {
  for (const path of pathsOf(from)) {
    if (!wanted(path)) continue;
    await mkdir(dirname(to + path), { recursive: true });
    await link(from + path, to + path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
