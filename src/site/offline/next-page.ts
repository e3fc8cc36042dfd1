/** Prepares what comes after this page. Loads when the shopper moves on it, and at once on the second page of a visit. */
import { WORKER } from '#config/paths.ts';
import { isSaving } from '#site/speculation/line.ts';
import { speculate } from '#site/speculation/rules.ts';
import { choosePlainPictures } from '#site/speculation/smaller-pictures.ts';
import { LEAVE, type Seen } from './kept.ts';

/** Milliseconds after which a page that is being left should be gone. A silent line is over after four seconds. */
const HANGS = 6000;

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

const nameOf = ({ name }: PerformanceEntry) => name;

async function keepPages(workers: ServiceWorkerContainer): Promise<void> {
  /** Where the shopper is going. */
  let to = location.href;
  workers.addEventListener('message', ({ data }) => data === LEAVE && location.replace(to));
  const registration = await workers.register(WORKER, { updateViaCache: 'none' });
  // A worker that never answers holds a navigation up, and browsers look for a new version after it. Until then this page
  // is still here to ask for one.
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
  // A drawer that is opened later is kept, too.
  new PerformanceObserver((list) => report([], list.getEntries().map(nameOf))).observe({
    type: 'resource',
  });
}
