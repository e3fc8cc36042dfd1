import type { CDPSession, Page } from '@playwright/test';
import { bundle } from '#site/offline/plugin.ts';
import { expect, test } from '../support/fixtures.ts';
import { OUD_WOOD } from '../support/shop.ts';
import { type Front, openFront } from './front.ts';
import { caught, cut, NO_LINE, visitTwoPages, workers } from './kept.ts';

/** The ways in which a broken worker treats a page. Otherwise it is ours, with the same rules for the browser. */
const BROKEN = {
  'works as it should': '',
  'throws when it is asked': `addEventListener('fetch',e=>{e.stopImmediatePropagation();throw Error('broken')});`,
  'answers rubbish': `addEventListener('fetch',e=>{e.stopImmediatePropagation();e.request.mode=='navigate'&&e.respondWith(new Response('rubbish'))});`,
  'never answers': `addEventListener('fetch',e=>{e.stopImmediatePropagation();e.respondWith(new Promise(()=>{}))});`,
};
const REJECTS = `addEventListener('fetch',e=>{e.stopImmediatePropagation();e.respondWith(Promise.reject(Error('broken')))});`;
/** As in Firefox and Safari: the browser asks the worker about everything. */
const WITHOUT_RULES = 'delete InstallEvent.prototype.addRoutes;';
test.use({ allowConsole: [NO_LINE], serviceWorkers: 'allow' });

let front: Front;
let script = '';
const serveScript: Front['own'] = (path, response) => {
  if (path !== '/sw.js') return false;
  response.setHeader('content-type', 'text/javascript');
  response.setHeader('cache-control', 'no-cache');
  response.end(script);
  return true;
};

/**
 * Stops the old worker whenever a new version waits, as browsers stop idle workers. An unfinished event of the page
 * would hold the new version back for up to five minutes.
 */
async function stopOldWorkers(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  const versions = new Map<string, { status: string; runningStatus: string }>();
  devtools.on('ServiceWorker.workerVersionUpdated', ({ versions: changed }) => {
    for (const version of changed) versions.set(version.versionId, version);
    const all = [...versions];
    if (!all.some(([, { status }]) => status === 'installed')) return;
    for (const [versionId, { status, runningStatus }] of all) {
      if (status !== 'activated' || runningStatus === 'stopped') continue;
      // It may have stopped by itself.
      devtools.send('ServiceWorker.stopWorker', { versionId }).catch(() => {});
    }
  });
  await devtools.send('ServiceWorker.enable');
  return devtools;
}

/** Returns what is left of offline use. */
const left = async (page: Page) => ({
  workers: await workers(page),
  controlled: await page.evaluate(() => navigator.serviceWorker.controller !== null),
  caught: await caught(page),
});

/** Waits until nothing is left. A reloading page answers nothing. */
const untilNothingIsLeft = (page: Page) =>
  expect
    .poll(() => left(page).catch(String))
    .toEqual({ workers: 0, controlled: false, caught: {} });

/**
 * Gives the shop another version of the worker, and waits until it takes over. The browser may also look for one by
 * itself. So this waits for another controller, whatever brought it.
 */
async function takeOver(page: Page, version: string): Promise<void> {
  // The page that registered the worker is not under its control.
  if (!(await page.evaluate(() => navigator.serviceWorker.controller))) await page.reload();
  const before = await page.waitForFunction(() => navigator.serviceWorker.controller);
  const devtools = await stopOldWorkers(page);
  script = version;
  await page.evaluate(async (old) => {
    const workers = navigator.serviceWorker;
    const changed = new Promise<void>((done) => {
      const look = () => {
        if (workers.controller !== old) done();
      };
      workers.addEventListener('controllerchange', look);
      look();
    });
    await (await workers.ready).update();
    await changed;
  }, before);
  await devtools.detach();
}

test.beforeEach(async ({ baseURL }) => {
  front = await openFront(`${baseURL}`);
  front.own = serveScript;
});
test.afterEach(() => front.close());

for (const [how, fault] of Object.entries(BROKEN)) {
  test(`one navigation removes a worker that ${how}, and the cart stays`, async ({ page }) => {
    script = await bundle('main');
    await visitTwoPages(page, OUD_WOOD.path, front.origin);
    await page
      .getByRole('button', { name: /^Add .*to cart/i })
      .first()
      .click();
    if (fault) {
      // The broken version arrives like any new one.
      await takeOver(page, fault + script);
    }
    script = await bundle('ending');
    front.asked.length = 0;
    // The only navigation. Rubbish may show for a moment: the ending worker reloads the page.
    if (how === 'never answers') await page.getByRole('link', { name: 'Brands' }).first().click();
    else await page.goto(`${front.origin}/brands`);
    await untilNothingIsLeft(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: /Shopping cart, 1 item/ })).toBeVisible();
    expect(front.asked).toContain('/sw.js');
  });
}

test('a worker that never answers is removed by the page being left, in a browser without routing rules', async ({
  page,
}) => {
  script = await bundle('main');
  await visitTwoPages(page, OUD_WOOD.path, front.origin);
  await takeOver(page, WITHOUT_RULES + BROKEN['never answers'] + script);
  script = await bundle('ending');
  await page.getByRole('link', { name: 'Brands' }).first().click();
  await page.waitForURL('**/brands');
  await untilNothingIsLeft(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('an error in the worker neither blocks nor fails a page, even in a browser without routing rules', async ({
  page,
}) => {
  // The page and its files wait for fifteen seconds each.
  test.setTimeout(180_000);
  const [guard, main] = [await bundle('guard'), await bundle('main')];
  script = guard + main;
  await visitTwoPages(page, OUD_WOOD.path, front.origin);
  for (const fault of [REJECTS, BROKEN['never answers']]) {
    await takeOver(page, guard + WITHOUT_RULES + fault + main);
    await page.goto(`${front.origin}/brands`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('a new version that throws at its start is not used, and the switch still removes the previous one', async ({
  page,
}) => {
  script = await bundle('main');
  await visitTwoPages(page, OUD_WOOD.path, front.origin);
  script = `throw Error('broken');${script}`;
  const refused = await page.evaluate(async () =>
    (await navigator.serviceWorker.ready).update().then(
      () => 'taken',
      ({ name }: Error) => name,
    ),
  );
  expect(refused).toBe('TypeError');
  cut(front, true);
  await page.goto(front.origin + OUD_WOOD.path);
  await expect(page.locator('.offline-note')).toBeVisible();
  front.own = serveScript;
  script = await bundle('ending');
  await page.goto(`${front.origin}/brands`);
  await untilNothingIsLeft(page);
});

test('a new version takes over in two tabs, and both keep using their page’s files', async ({
  page,
  context,
}) => {
  script = await bundle('main');
  await visitTwoPages(page, OUD_WOOD.path, front.origin);
  const other = await context.newPage();
  await other.goto(`${front.origin}/brands`);
  await takeOver(page, `${script}/* newer */`);
  for (const tab of [page, other]) {
    await expect
      .poll(() =>
        tab.evaluate(
          async () => (await navigator.serviceWorker.getRegistration())?.waiting ?? null,
        ),
      )
      .toBeNull();
    await tab.getByRole('button', { name: /Shopping cart/ }).click();
    await expect(tab.getByRole('dialog', { name: 'Shopping Cart' })).toBeVisible();
  }
  cut(front, true);
  await page.goto(`${front.origin}${OUD_WOOD.path}`);
  await expect(page.locator('.offline-note')).toBeVisible();
});
