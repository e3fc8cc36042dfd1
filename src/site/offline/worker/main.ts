/**
 * The service worker: it lets shoppers keep browsing when the line fails. It answers only page requests, and only when
 * the network does not. It never sees an API call. ../kept.ts lists what it keeps; decision 32 says why.
 */
import { isRecord } from '#contract/reading/record.ts';
import {
  ASSETS,
  PAGES,
  PICTURES,
  PREFIX,
  SEARCH,
  SEARCH_PARTS,
  type Seen,
} from '#site/offline/kept.ts';
import { isPage } from '#site/offline/personal.ts';
import { answerPage } from './answers.ts';
import { type InstallEvent, worker } from './scope.ts';
import { answerSearch, isSearch } from './search.ts';
import { keepOfflinePage, keepSeen } from './units.ts';

/** Files that are served from a cache if they are in it. Their names contain a hash of the content. */
const CACHED = { '/_assets/*': ASSETS, '/renditions/*': PICTURES, '/media/*': PICTURES };
const OURS = [PAGES, ASSETS, PICTURES, SEARCH_PARTS];

/**
 * Sets the rules that Chromium follows without the worker. It requests a page from the network at the same moment, so a
 * hanging worker delays nobody. Other browsers ask the worker.
 */
const setRoutes = (event: InstallEvent) =>
  event.addRoutes?.([
    ...['/api/*', '/dev/*', '/admin', '/admin/*'].map((urlPattern) => ({
      condition: { urlPattern },
      source: 'network' as const,
    })),
    ...Object.entries(CACHED).map(([urlPattern, cacheName]) => ({
      condition: { urlPattern },
      source: { cacheName },
    })),
    { condition: { requestMode: 'navigate' }, source: 'race-network-and-fetch-handler' },
  ]);

worker.addEventListener('install', (event) => {
  // No page depends on the worker's version, and all versions share the caches' format. So a new one need not wait.
  void worker.skipWaiting();
  event.waitUntil(setRoutes(event)?.catch(() => {}) ?? Promise.resolve());
});

worker.addEventListener('activate', (event) => {
  // Open pages are not claimed: the browser would discard the pages that 'Back' leads to.
  event.waitUntil(forgetOtherFormats());
});

async function forgetOtherFormats(): Promise<void> {
  const names = await caches.keys();
  const others = names.filter(
    (name) => name.startsWith(PREFIX) && !OURS.includes(name) && !name.startsWith(SEARCH),
  );
  await Promise.all(others.map((name) => caches.delete(name)));
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate') {
    if (isPage(pathname)) event.respondWith(answerPage(request));
  } else if (isSearch(pathname)) {
    event.respondWith(answerSearch(event));
  } else {
    const cached = Object.entries(CACHED).find(([pattern]) =>
      pathname.startsWith(pattern.slice(0, -1)),
    );
    if (cached) event.respondWith(fromCache(request, cached[1]));
  }
});

const fromCache = async (request: Request, cacheName: string) =>
  (await caches.match(request.url, { cacheName })) ?? fetch(request);

worker.addEventListener('message', (event) => {
  if (isSeen(event.data)) event.waitUntil(keep(event.data));
});

const isSeen = (data: unknown): data is Seen =>
  isRecord(data) && Array.isArray(data.seen) && Array.isArray(data.files);

/** One message after another, so that none deletes what another has just written. */
let last: Promise<unknown> = Promise.resolve();
function keep(seen: Seen): Promise<unknown> {
  const work = () => keepSeen(seen).then(() => keepOfflinePage(seen.saving));
  // Storage may be full or disabled. Then this page is not kept.
  last = last.then(work).catch(() => {});
  return last;
}
