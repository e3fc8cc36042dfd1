/**
 * The worker that ends offline use (OFFLINE=off). A browser looks for a new /sw.js at each navigation, also when the
 * present one throws or answers nonsense. It then deletes what was kept, unregisters itself and reloads open pages. A page
 * without an earlier worker is not reloaded, so none does so twice.
 */
import { LEAVE, PREFIX } from '#site/offline/kept.ts';
import { worker } from './scope.ts';

/** Milliseconds that the earlier worker gets to end its work. The browser itself would wait for five minutes. */
const PATIENCE = 2000;

async function forget(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX)).map((name) => caches.delete(name)),
  );
}

worker.addEventListener('install', (event) => {
  void worker.skipWaiting();
  event.waitUntil(forget());
  setTimeout(async () => {
    if (!worker.registration.waiting) return;
    // The earlier worker hangs in a request, and this one never gets its turn. It ends the registration from here.
    await worker.registration.unregister();
    await forget();
    const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
    for (const page of pages) page.postMessage(LEAVE);
  }, PATIENCE);
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(end());
});

async function end(): Promise<void> {
  // Pages of the earlier worker. Without one there are none.
  const pages = await worker.clients.matchAll({ type: 'window' });
  await forget();
  await worker.registration.unregister();
  // Not waited for: a page that is being reloaded waits for this event to end. A page that was closed meanwhile refuses.
  for (const page of pages) void page.navigate(page.url).catch(() => {});
}
