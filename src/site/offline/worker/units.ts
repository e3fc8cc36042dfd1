/** Pages as units: the HTML with all scripts, styles and fonts that it names. A page is kept complete or not at all. */
import { OFFLINE } from '#config/paths.ts';
import {
  AS_OF,
  ASSETS,
  LIMITS,
  PAGES,
  PICTURES,
  type Seen,
  TITLE,
  UNIT,
} from '#site/offline/kept.ts';
import { isAsked, isPublic } from '#site/offline/personal.ts';
import { worker } from './scope.ts';
import { keepNewest, put } from './storage.ts';

/** Files that a page's HTML names and needs. Pictures are not among them. */
const NAMED = /\/_assets\/[\w.@~-]+\.(?:js|css|woff2)/g;
/** Static imports of a built script. Its dynamic imports are kept once they have loaded. */
const IMPORTED = /(?:\bfrom|\bimport)\s*["']\.\/([\w.@~-]+\.js)["']/g;
/** All files that a built script names, including its dynamic imports. */
const LATER = /["'`](?:\.|\/?_assets)\/([\w.@~-]+\.(?:js|css|woff2))["'`]/g;
const ASSET = /^\/_assets\/.*\.(?:js|css|woff2)$/;
const PICTURE = /^\/(?:media|renditions|_assets)\/.*\.(?:avif|webp|jpe?g|png|svg)$/;

/** Milliseconds after which the offline page is fetched again: it may be from an older version of the shop. */
const OFFLINE_PAGE_FOR = 86_400_000;

const ofThisOrigin = (address: string) => {
  const url = new URL(address, worker.location.href);
  return url.origin === worker.location.origin ? [url] : [];
};

/** Fetches a file from the browser's cache, or from the network unless the device saves data. */
const had = (path: string, cache: RequestCache) => fetch(path, { cache, mode: 'same-origin' });

const cacheMode = (saving: boolean) => (saving ? 'only-if-cached' : 'force-cache');

export async function keepSeen({ seen, files, saving }: Seen): Promise<void> {
  const mode = cacheMode(saving);
  const paths = files.flatMap(ofThisOrigin).map(({ pathname }) => pathname);
  const assets = paths.filter((path) => ASSET.test(path));
  // One after another: the shopper's own requests go first. An unavailable page or picture is not kept.
  for (const url of seen.flatMap(ofThisOrigin)) await keepPage(url, mode, assets).catch(() => {});
  // A file that a page loads later, such as a drawer's script, can serve every page. If it is unavailable, it is not
  // kept, and the drawer says that it needs a connection.
  for (const path of assets) await keepFile(ASSETS, path, mode).catch(() => {});
  for (const path of paths.filter((path) => PICTURE.test(path)))
    await keepFile(PICTURES, path, mode).catch(() => {});
  await keepNewest(PICTURES, LIMITS.pictures);
  // The sweep reads all kept scripts. Files that a page loads later, such as pictures that come into view, make no page
  // outdated, so they need no sweep.
  if (seen.length === 0) return;
  await keepNewest(PAGES, LIMITS.pages);
  await sweepAssets();
}

/** Keeps the page for what is not on the device. Nobody has seen it, so a device that saves data does without. */
export async function keepOfflinePage(saving: boolean): Promise<void> {
  const kept = await keptPage(OFFLINE);
  const isNew = Date.now() - Number(kept?.headers.get(AS_OF)) < OFFLINE_PAGE_FOR;
  if (!saving && !isNew) await keepPage(new URL(OFFLINE, worker.location.href), 'no-cache');
}

/** Keeps a page. @param loaded - further assets that the page has loaded, kept as long as the page. */
async function keepPage(url: URL, mode: RequestCache, loaded: readonly string[] = []) {
  if (!isPublic(url.pathname) || isAsked(url)) return;
  const path = url.pathname;
  const answer = await had(path + url.search, mode);
  const type = answer.headers.get('content-type') ?? '';
  if (answer.status !== 200 || answer.redirected || !type.startsWith('text/html')) return;
  const html = await answer.text();
  const needed = new Set(html.match(NAMED) ?? []);
  for (const asset of needed) {
    if (!(await keepFile(ASSETS, asset, mode))) return;
    if (!asset.endsWith('.js')) continue;
    const script = await (await caches.match(asset, { cacheName: ASSETS }))?.text();
    for (const [, name] of script?.matchAll(IMPORTED) ?? []) needed.add(`/_assets/${name}`);
  }
  for (const asset of loaded) if (await keepFile(ASSETS, asset, mode)) needed.add(asset);
  await put(PAGES, path, new Response(html, { headers: kept(answer, html, needed) }));
}

function kept(answer: Response, html: string, unit: ReadonlySet<string>): HeadersInit {
  const [, title = ''] = /<title>(.*?)<\/title>/s.exec(html) ?? [];
  // The server's time of the answer. A cached answer keeps its original time.
  const date = Date.parse(answer.headers.get('date') ?? '');
  return {
    'content-type': 'text/html; charset=utf-8',
    [AS_OF]: String(Number.isNaN(date) ? Date.now() : date),
    [TITLE]: encodeURIComponent(title),
    [UNIT]: [...unit].join(' '),
  };
}

/** Keeps a file whose name contains a hash. Returns whether it is there now. */
async function keepFile(cache: string, path: string, mode: RequestCache): Promise<boolean> {
  if (await caches.match(path, { cacheName: cache })) return true;
  const answer = await had(path, mode);
  if (answer.status !== 200 || answer.redirected) return false;
  await put(cache, path, answer);
  return true;
}

/** Returns the kept page of a path; undefined unless each of its files is there. */
export async function keptPage(path: string): Promise<Response | undefined> {
  const page = await caches.match(path, { cacheName: PAGES });
  if (!page) return undefined;
  const cache = await caches.open(ASSETS);
  for (const asset of unitOf(page)) if (!(await cache.match(asset))) return undefined;
  return page;
}

const unitOf = (page: Response) => page.headers.get(UNIT)?.split(' ').filter(Boolean) ?? [];

/** Deletes assets that no kept page needs any more and no script of one would load later. */
async function sweepAssets(): Promise<void> {
  const [pages, assets] = await Promise.all([caches.open(PAGES), caches.open(ASSETS)]);
  const needed = new Set((await pages.matchAll()).flatMap(unitOf));
  // The set grows during the loop.
  for (const asset of needed) {
    if (!asset.endsWith('.js')) continue;
    const script = await (await assets.match(asset))?.text();
    for (const [, name] of script?.matchAll(LATER) ?? []) needed.add(`/_assets/${name}`);
  }
  for (const { url } of await assets.keys()) {
    if (!needed.has(new URL(url).pathname)) await assets.delete(url);
  }
}
