import { openTab, type Tab } from '../../e2e/next-page/tab.ts';
import { median } from '../publish/median.ts';
import { SLOW_4G, SLOWER } from './visit.ts';

/** Links to products on a brand's page. */
const LINK = 'main .card h3 a, main .card a';
/** Milliseconds for which a pointer must rest on a link until the browser reacts. */
const MEANT_MS = 600;
/** Links that a finger rests on without opening one, to measure wasted prefetches. */
const PASSED_BY = 6;

/** The browser's progress with the page when its link was released. */
const WAYS = [
  'nothing',
  'fetched under the pointer',
  'begun by the press',
  'prepared',
  'prepared, without motion',
] as const;
type Way = (typeof WAYS)[number];

/** The cost of going on to the next product. */
export interface NextPage {
  way: Way;
  /** Milliseconds from the release of the link to the first paint of the next page; the median of all rounds. */
  painted: number;
  all: readonly number[];
  /** The same without slowing the processor. */
  atFullSpeed: number;
}

/** The data that was fetched for links that were pointed at and not opened. */
export interface Waste {
  links: number;
  pages: number;
  kB: number;
}

interface Place {
  x: number;
  y: number;
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

async function until(done: () => unknown): Promise<void> {
  while (!(await done())) await pause(20);
}

const last = (tab: Tab, event: string) =>
  tab.events.findLast(({ method }) => method === `Preload.${event}StatusUpdated`)?.params.status;

/** Returns the middles of the visible links. */
const links = (tab: Tab) =>
  tab.value<Place[]>(
    `[...new Map([...document.querySelectorAll(${JSON.stringify(LINK)})].map((a) => [a.pathname, a])).values()]
      .map((a) => a.getBoundingClientRect()).filter(({ top, bottom }) => top > 0 && bottom < innerHeight)
      .map((b) => ({ x: b.x + b.width / 2, y: b.y + b.height / 2 }))`,
  );

/** Opens a list, where a moving pointer loads the rules. */
async function openList(
  shop: string,
  { saving = false, still = false, slower = SLOWER } = {},
): Promise<{ tab: Tab; places: Place[] }> {
  const tab = await openTab({ ...SLOW_4G, slower });
  // Without motion there is no view transition.
  const reduced = { name: 'prefers-reduced-motion', value: 'reduce' };
  if (still) await tab.call('Emulation.setEmulatedMedia', { features: [reduced] });
  if (saving) await tab.call('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
  await tab.open(`${shop}/brands/tom-ford`);
  for (const x of [200, 210]) await tab.mouse('mouseMoved', { x, y: 20 });
  if (!saving)
    await until(() =>
      tab.value(`document.querySelector('script[type=speculationrules]') !== null`),
    );
  // The page's own work is over.
  await pause(MEANT_MS);
  return { tab, places: await links(tab) };
}

async function goOn(shop: string, way: Way, slower: number): Promise<number> {
  const { tab, places } = await openList(shop, {
    saving: way === 'nothing',
    still: way.endsWith('without motion'),
    slower,
  });
  try {
    const [place] = places;
    if (!place) throw new Error('The page of the brand shows no link');
    await tab.value(
      `addEventListener('pointerup', ({ timeStamp }) => sessionStorage.setItem('bench', performance.timeOrigin + timeStamp), { capture: true })`,
    );
    await tab.mouse('mouseMoved', place);
    if (way !== 'nothing') await until(() => last(tab, 'prefetch') === 'Ready');
    await tab.mouse('mousePressed', place);
    // The browser calls a page ready as soon as it could be shown, before its styles and pictures are there.
    if (way === 'begun by the press') await until(() => last(tab, 'prerender') === 'Ready');
    if (way.startsWith('prepared')) await tab.preparedHasLoaded();
    await tab.mouse('mouseReleased', place);
    await until(() => tab.value(`location.pathname.startsWith('/products/')`));
    return await tab.value<number>(
      `new Promise((done) => new PerformanceObserver((list) => done(performance.timeOrigin + list.getEntriesByName('first-contentful-paint')[0].startTime - Number(sessionStorage.getItem('bench')))).observe({ type: 'paint', buffered: true }))`,
    );
  } finally {
    await tab.close();
  }
}

/** Goes from a brand's list to a product, `rounds` times in each way, in turns. */
export async function measureNextPage(shop: string, rounds: number): Promise<NextPage[]> {
  const found = WAYS.map((way) => ({ way, slow: [] as number[], fast: [] as number[] }));
  for (let round = 0; round < rounds; round++)
    for (const { way, slow, fast } of found) {
      slow.push(await goOn(shop, way, SLOWER));
      fast.push(await goOn(shop, way, 1));
    }
  return found.map(({ way, slow, fast }) => ({
    way,
    all: slow,
    painted: median(slow),
    atFullSpeed: median(fast),
  }));
}

/** Rests on links, one after another, and opens none. */
export async function measureWaste(shop: string): Promise<Waste> {
  const { tab, places } = await openList(shop);
  try {
    const before = tab.events.length;
    const passed = places.slice(0, PASSED_BY);
    for (const place of passed) {
      await tab.mouse('mouseMoved', place);
      await pause(MEANT_MS);
    }
    await pause(2 * MEANT_MS);
    const events = tab.events.slice(before);
    const fetched = new Set(
      events.flatMap(({ method, params }) =>
        method === 'Network.requestWillBeSent' && params.request.url.includes('/products/')
          ? [params.requestId]
          : [],
      ),
    );
    const bytes = events.reduce(
      (sum, { method, params }) =>
        method === 'Network.loadingFinished' && fetched.has(params.requestId)
          ? sum + params.encodedDataLength
          : sum,
      0,
    );
    return { links: passed.length, pages: fetched.size, kB: bytes / 1000 };
  } finally {
    await tab.close();
  }
}

/** Prints both. */
export function printNextPage(ways: readonly NextPage[], { links, pages, kB }: Waste): void {
  console.log(
    '\nFrom a list to a product, at 1.6 Mbit/s and 150 ms, processor slowed 4 times: ms from the release of the link to',
  );
  console.log('the first paint, by what the browser had prepared:');
  console.table(
    ways.map(({ way, painted, all, atFullSpeed }) => ({
      prepared: way,
      painted: Math.round(painted),
      rounds: all.map(Math.round).join(' '),
      'at full speed': Math.round(atFullSpeed),
    })),
  );
  console.log(
    `A pointer that rests on ${links} links and opens none: ${pages} pages fetched in vain, ${kB.toFixed(1)} kB.`,
  );
}
