import { PAYMENTS_KEY } from '#site/storage/keys.ts';
import { expect, test } from '../support/fixtures.ts';
import { openTab, type Tab } from './tab.ts';

/** Links to products on a brand's page. */
const LINK = 'main .card a';
/** A payment that each page asks about once. */
const OPEN_PAYMENT = {
  cleared: [],
  begun: [
    {
      reference: 'of-a-transfer',
      page: '',
      cart: 'cart-1',
      quantities: {},
      begunAt: Date.now(),
      settled: false,
    },
  ],
};

let tab: Tab;
test.beforeEach(async ({ baseURL }) => {
  tab = await openTab();
  await tab.open(`${baseURL}/brands/tom-ford`);
});
test.afterEach(() => tab.close());

/** Returns the API calls of the shown page and of the prepared ones. */
const calls = (path = '/api/live') =>
  tab.events.filter(
    ({ method, params }) =>
      method === 'Network.requestWillBeSent' && params.request.url.includes(path),
  ).length;
/** Returns the browser's last status for the page that it prepares. */
const prepared = () =>
  tab.events.findLast(({ method }) => method === 'Preload.prerenderStatusUpdated')?.params.status;
/** Returns the same for the HTML that it prefetches. */
const fetched = () =>
  tab.events.findLast(({ method }) => method === 'Preload.prefetchStatusUpdated')?.params.status;
const viewed = () => tab.value<string | null>(`localStorage.getItem('turare:viewed')`);

/** Moves on the page, which loads the rules, and then to the first link. */
async function pointAtLink(): Promise<{ x: number; y: number; href: string }> {
  for (const x of [200, 210]) await tab.mouse('mouseMoved', { x, y: 300 });
  await expect
    .poll(() => tab.value(`document.querySelectorAll('script[type=speculationrules]').length`))
    .toBe(1);
  const link = await tab.value<{ x: number; y: number; href: string }>(
    `(()=>{const a=document.querySelector('${LINK}'),b=a.getBoundingClientRect();return{x:b.x+b.width/2,y:b.y+b.height/2,href:a.href}})()`,
  );
  await tab.mouse('mouseMoved', link);
  return link;
}

test('a product is fetched on hover, prerendered on press, and inactive before it is shown', {
  tag: '@own',
}, async () => {
  await expect.poll(calls).toBe(1);
  await tab.value(`localStorage.setItem('${PAYMENTS_KEY}', '${JSON.stringify(OPEN_PAYMENT)}')`);
  const link = await pointAtLink();
  await expect.poll(fetched).toBe('Ready');
  await tab.mouse('mousePressed', link);
  await expect.poll(prepared).toBe('Ready');
  await tab.preparedHasLoaded();
  expect(await viewed()).toBeNull();
  expect(calls()).toBe(1);
  expect(calls('/api/payment')).toBe(0);
  await tab.mouse('mouseReleased', link);
  await expect.poll(() => tab.value('location.href')).toBe(link.href);
  await expect.poll(prepared).toBe('Success');
  // HTML is revalidated each time, and still the browser used what it had prefetched.
  expect(fetched()).toBe('Success');
  // Once shown, it does what every page does: it fetches today's prices once, and counts as viewed.
  await expect.poll(calls).toBe(2);
  await expect.poll(viewed).toContain(link.href.split('/').at(-1));
  await expect.poll(() => calls('/api/payment')).toBe(1);
  const times = await tab.value<{ shown: number; painted: number }>(
    `({shown:performance.getEntriesByType('navigation')[0].activationStart,painted:performance.getEntriesByName('first-contentful-paint')[0].startTime})`,
  );
  console.log(`painted ${Math.round(times.painted - times.shown)} ms after it was shown`);
  expect(times.shown).toBeGreaterThan(0);
});

test('a device that saves data prerenders nothing', async () => {
  await tab.call('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
  for (const x of [200, 210]) await tab.mouse('mouseMoved', { x, y: 300 });
  await expect
    .poll(() =>
      tab.value(
        `performance.getEntriesByType('resource').filter(({name})=>/next-page/.test(name)).length`,
      ),
    )
    .toBe(1);
  expect(await tab.value(`document.querySelectorAll('script[type=speculationrules]').length`)).toBe(
    0,
  );
});
