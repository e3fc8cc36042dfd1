/**
 * The worker that ends offline use (OFFLINE=off). A browser looks for a new /sw.js at each navigation, even if the
 * current one throws or answers nonsense. This worker then deletes the caches, unregisters itself and reloads open
 * pages. A page without an earlier worker is not reloaded, so no page reloads twice.
 */
import { LEAVE, PREFIX } from '#site/offline/kept.ts';
import { worker } from './scope.ts';

/** Milliseconds for the earlier worker to finish. The browser itself would wait for five minutes. */
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
    // The earlier worker hangs in a request, so this one never activates. It ends the registration from here.
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
  // Pages of the earlier worker; none without one.
  const pages = await worker.clients.matchAll({ type: 'window' });
  await forget();
  await worker.registration.unregister();
  // Not awaited: a page that is being reloaded waits for this event to end. A page that has been closed rejects.
  for (const page of pages) void page.navigate(page.url).catch(() => {});
}
