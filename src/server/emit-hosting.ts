import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { paths, WORKER } from '#config/paths.ts';
import {
  ASK_EACH_TIME,
  EMITTED,
  FOR_EVER,
  HASHED_FILE,
  HASHED_FOLDERS,
  type HostingOptions,
  type Moved,
  OWN_TYPES,
  PROFILE,
  REWRITES,
  securityHeaders,
} from './hosting.ts';
import { nginxConfig } from './nginx.ts';

/**
 * Writes the rules of hosting.ts into a built site for other hosts: `_redirects` and `_headers` (Netlify, Cloudflare
 * Pages) and `_nginx.conf`; `_moved.json` for the built-in server. The text depends only on the options, the names of the
 * files and the moved addresses.
 * @param facts - the names of the site's files, and the addresses that have moved.
 * @returns the number of these that `_redirects` leaves out. The 404 page asks the API for them.
 */
export async function emitHosting(
  outDir: string,
  options: HostingOptions,
  { names, moved = [] }: { names: Iterable<string>; moved?: readonly Moved[] },
): Promise<{ leftOut: number }> {
  const byPath = Object.fromEntries(moved.map(({ from, to }) => [from, to]));
  const all = [...names].map((name) => `/${name}`).sort();
  const files = all.filter((path) => HASHED_FILE.test(path));
  const { text, leftOut } = redirectsFile(options, moved);
  await Promise.all([
    writeFile(join(outDir, EMITTED.redirects), text),
    writeFile(join(outDir, EMITTED.headers), headersFile(options, files, feedTypes(all))),
    writeFile(join(outDir, EMITTED.nginx), nginxConfig(options, moved)),
    writeFile(join(outDir, EMITTED.moved), JSON.stringify(byPath)),
  ]);
  return { leftOut };
}

/** Cloudflare Pages' limits: redirects without a placeholder, and characters of a line. */
const CLOUDFLARE_REDIRECTS = 2000;
const CLOUDFLARE_LINE = 1000;

/**
 * Returns `_redirects`. Both hosts handle clean URLs, the redirect of `/products/` to `/products` and 404.html themselves.
 * The target of a rewrite has no `.html`, because Cloudflare would redirect to it otherwise. Moved addresses come first:
 * Cloudflare reads 2,000 lines before the first with a placeholder, and 100 after it. Both hosts pass the query on. For
 * Netlify a path with and without a slash at its end are the same. For Cloudflare they differ, so the other form follows
 * while there is room.
 */
function redirectsFile(
  { apiUrl }: HostingOptions,
  moved: readonly Moved[],
): { text: string; leftOut: number } {
  const rewrites = REWRITES.map(
    ({ pattern, file }) => `${pattern} ${file.replace(/\.html$/, '')} 200`,
  );
  // Cloudflare Pages does not forward to other hosts. A site that needs it is elsewhere, where no number is too many.
  const forwards = apiUrl?.startsWith('https:') === true;
  const api = forwards
    ? ['/api', '/media', '/admin'].map((path) => `${path}/* ${apiUrl}${path}/:splat 200`)
    : [];
  const most = forwards ? Number.POSITIVE_INFINITY : CLOUDFLARE_REDIRECTS;
  const line = (from: string, to: string) => `${from} ${to} 301`;
  const first = moved
    .map(({ from, to }) => line(from, to))
    .filter(({ length }) => length <= CLOUDFLARE_LINE)
    .slice(0, most);
  const second = moved
    .filter(({ from }) => !from.endsWith('.html'))
    .map(({ from, to }) => line(from.endsWith('/') ? from.slice(0, -1) : `${from}/`, to))
    .filter(({ length }) => length <= CLOUDFLARE_LINE)
    .slice(0, most - first.length);
  return {
    text: [...first, ...second, ...rewrites, ...api, ''].join('\n'),
    leftOut: moved.length - first.length,
  };
}

/**
 * Returns `_headers`. If two rules match a path, both hosts join the values of a header, so no path gets a header twice.
 * Without a rule for Cache-Control both hosts send `public, max-age=0, must-revalidate`, which has the meaning of
 * `no-cache`. The service worker still has its own rule: if a host has another default, browsers must still notice
 * OFFLINE=off.
 */
function headersFile(
  { siteUrl }: HostingOptions,
  hashed: readonly string[],
  feeds: readonly (readonly [path: string, type: string])[],
): string {
  const kept = [...HASHED_FOLDERS.map((folder) => `${folder}*`), ...hashed];
  const rules: [path: string, headers: Record<string, string>][] = [
    ['/*', securityHeaders(siteUrl)],
    [WORKER, { 'cache-control': ASK_EACH_TIME }],
    [PROFILE.path, { 'content-type': PROFILE.type, 'cache-control': PROFILE.cache }],
    ...feeds.map(([path, type]): [string, Record<string, string>] => [
      path,
      { 'content-type': type },
    ]),
    ...kept.map((path): [string, Record<string, string>] => [path, { 'cache-control': FOR_EVER }]),
  ];
  return rules
    .map(([path, headers]) =>
      [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ''].join(
        '\n',
      ),
    )
    .join('');
}

/** Returns the feeds whose type a host may not know. */
const feedTypes = (files: readonly string[]) =>
  files
    .filter((path) => path.startsWith(paths.feed('')))
    .flatMap((path) =>
      Object.entries(OWN_TYPES).flatMap(([ending, type]) =>
        path.endsWith(ending) ? [[path, type] as const] : [],
      ),
    );
