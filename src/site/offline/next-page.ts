/** Prepares what comes after this page. Loads when the shopper moves on it, and at once on the second page of a visit. */
import { WORKER } from '#config/paths.ts';
import { isSaving } from '#site/speculation/line.ts';
import { speculate } from '#site/speculation/rules.ts';
import { choosePlainPictures } from '#site/speculation/smaller-pictures.ts';
import { LEAVE, type Seen } from './kept.ts';

if (isSaving()) choosePlainPictures();
speculate();

/** Absent on a page that another machine serves over plain HTTP. */
const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
const earlier = document.referrer.startsWith(`${location.origin}/`) ? [document.referrer] : [];
// Whoever looks at one page and leaves has nothing to keep.
if (workers && import.meta.env.PROD && (earlier[0] || workers.controller)) {
  // Storage may be blocked: then nothing is kept.
  keepPages(workers).catch(() => {});
}

async function keepPages(workers: ServiceWorkerContainer): Promise<void> {
  workers.addEventListener('message', ({ data }) => data === LEAVE && location.reload());
  await workers.register(WORKER, { updateViaCache: 'none' });
  const { active } = await workers.ready;
  if (document.readyState !== 'complete')
    await new Promise((loaded) => addEventListener('load', loaded));
  const files = performance.getEntriesByType('resource').map(({ name }) => name);
  const seen: Seen = { seen: [...earlier, location.href], files, saving: isSaving() };
  active?.postMessage(seen);
}
