/** Prepares the next page. Loads when the shopper moves on this page, and at once on the second page of a visit. */
import { WORKER } from '#config/paths.ts';
import { isSaving } from '#site/speculation/line.ts';
import { speculate } from '#site/speculation/rules.ts';
import { choosePlainPictures } from '#site/speculation/smaller-pictures.ts';
import { LEAVE, type Seen } from './kept.ts';

/** Milliseconds after which a page that is being left should be gone. The worker gives up a silent line after 4 s. */
const HANGS = 6000;

if (isSaving()) choosePlainPictures();
speculate();

/** Absent on a page that another machine serves over plain HTTP. */
const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
const earlier = document.referrer.startsWith(`${location.origin}/`) ? [document.referrer] : [];
// A visitor who leaves after one page needs nothing kept.
if (workers && import.meta.env.PROD && (earlier[0] || workers.controller)) {
  // If storage is blocked, nothing is kept.
  keepPages(workers).catch(() => {});
}

const nameOf = ({ name }: PerformanceEntry) => name;

async function keepPages(workers: ServiceWorkerContainer): Promise<void> {
  /** The address that the shopper is going to. */
  let to = location.href;
  workers.addEventListener('message', ({ data }) => data === LEAVE && location.replace(to));
  const registration = await workers.register(WORKER, { updateViaCache: 'none' });
  // A worker that never answers holds up a navigation, and browsers look for a new version only after it. Until then
  // this page is still here to request one.
  (window.navigation as Navigation | undefined)?.addEventListener('navigate', (event) => {
    if (event.destination.sameDocument) return;
    to = event.destination.url;
    setTimeout(() => registration.update().catch(() => {}), HANGS);
  });
  const { active } = await workers.ready;
  if (document.readyState !== 'complete')
    await new Promise((loaded) => addEventListener('load', loaded));
  const report = (seen: string[], files: string[]) =>
    active?.postMessage({ seen, files, saving: isSaving() } satisfies Seen);
  report([...earlier, location.href], performance.getEntriesByType('resource').map(nameOf));
  // Also keeps a drawer that is opened later.
  new PerformanceObserver((list) => report([], list.getEntries().map(nameOf))).observe({
    type: 'resource',
  });
}
