import { bundle } from '#site/offline/plugin.ts';
import { expect, test } from '../support/fixtures.ts';
import { OUD_WOOD } from '../support/shop.ts';
import { type Front, openFront } from './front.ts';
import { caught, cut, NO_LINE, visitTwoPages, workers } from './kept.ts';

/** What a broken worker does with a page. It is otherwise ours, with the same rules for the browser. */
const BROKEN = {
  'works as it should': '',
  'throws when it is asked': `addEventListener('fetch',e=>{e.stopImmediatePropagation();throw Error('broken')});`,
  'answers rubbish': `addEventListener('fetch',e=>{e.stopImmediatePropagation();e.request.mode=='navigate'&&e.respondWith(new Response('rubbish'))});`,
  'never answers': `addEventListener('fetch',e=>{e.stopImmediatePropagation();e.respondWith(new Promise(()=>{}))});`,
};

test.use({ allowConsole: [NO_LINE], serviceWorkers: 'allow' });

let front: Front;
let script = '';
test.beforeEach(async ({ baseURL }) => {
  front = await openFront(`${baseURL}`);
  front.own = (path, response) => {
    if (path !== '/sw.js') return false;
    response.setHeader('content-type', 'text/javascript');
    response.setHeader('cache-control', 'no-cache');
    response.end(script);
    return true;
  };
});
test.afterEach(() => front.close());

for (const [how, fault] of Object.entries(BROKEN)) {
  test(`one navigation ends a worker that ${how}, and the cart stays`, {
    tag: fault ? '@core' : [],
  }, async ({ page }) => {
    script = await bundle('main');
    await visitTwoPages(page, OUD_WOOD.path, front.origin);
    await page
      .getByRole('button', { name: /^Add .*to cart/i })
      .first()
      .click();
    if (fault) {
      script = fault + script;
      // The broken version arrives as any new one does.
      await page.evaluate(async () => {
        const changed = new Promise((done) =>
          navigator.serviceWorker.addEventListener('controllerchange', done),
        );
        await (await navigator.serviceWorker.ready).update();
        await changed;
      });
    }
    script = await bundle('ending');
    front.asked.length = 0;
    // The only navigation. Rubbish may be shown for a moment: the ending worker reloads the page.
    if (how === 'never answers') await page.getByRole('link', { name: 'Brands' }).first().click();
    else await page.goto(`${front.origin}/brands`);
    await expect.poll(() => workers(page).catch(() => -1)).toBe(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    expect(await caught(page)).toEqual({});
    await expect(page.getByRole('button', { name: /Shopping cart, 1 item/ })).toBeVisible();
    expect(front.asked).toContain('/sw.js');
  });
}

test('a new version takes over in two tabs, and both go on with the files of their page', async ({
  page,
  context,
}) => {
  script = await bundle('main');
  await visitTwoPages(page, OUD_WOOD.path, front.origin);
  const other = await context.newPage();
  await other.goto(`${front.origin}/brands`);
  script += '/* newer */';
  await page.evaluate(async () => {
    const changed = new Promise((done) =>
      navigator.serviceWorker.addEventListener('controllerchange', done),
    );
    await (await navigator.serviceWorker.ready).update();
    await changed;
  });
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
