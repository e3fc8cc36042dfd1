import { readFileSync } from 'node:fs';
import budgets from '#publisher/release/budgets.json' with { type: 'json' };
import { wireSize } from '#publisher/release/compression.ts';
import { frameOf } from '#publisher/release/frame.ts';
import { expect, test } from '../e2e/support/fixtures.ts';
import { cartLine, seedStorage, storedCart } from '../e2e/support/seed.ts';
import { OUD_WOOD } from '../e2e/support/shop.ts';
import { measurePage, type PageCost } from './measure.ts';
import { settlePictures } from './settle-pictures.ts';

interface Budget {
  path: string;
  /** Set if it is less than that of every page. */
  allButPictures?: number;
  page?: number;
  pictures?: number;
}

const { productFrame } = budgets;

/** Flat pictures weigh nothing, so only the artwork of `npm start` has a budget. */
const ARTWORK = process.env.E2E_PICTURES === 'artwork';

// A current phone has three device pixels per CSS pixel. The banners do not move while bytes are counted.
test.use({ deviceScaleFactor: 3, contextOptions: { reducedMotion: 'reduce' } });

const { each, pages, links, deliveryLine, forms } = JSON.parse(
  readFileSync(new URL('./budgets.json', import.meta.url), 'utf8'),
) as {
  each: { javascript: number; fonts: number; allButPictures: number };
  pages: Record<string, Budget>;
  links: Record<string, { path: string; javascript: number }>;
  deliveryLine: number;
  forms: Record<string, { path: string; javascript: number }>;
};

/** Returns a check that product pages fetch today's figures when they are idle. That answer counts. */
const answered = (path: string) => async (cost: PageCost) => {
  if (/^\/(products|brands\/|categories\/)/.test(path))
    await expect.poll(() => cost.other).toBeGreaterThan(0);
};

for (const [name, { path, page: pageBudget, pictures, allButPictures }] of Object.entries(pages)) {
  test(`${name} keeps its budget`, { tag: '@core' }, async ({ page, browser, baseURL }, info) => {
    const weighed = ARTWORK ? pictures : undefined;
    if (weighed) {
      info.setTimeout(360_000);
      await settlePictures(browser, `${baseURL}${path}`);
    }
    const cost = await measurePage(page, path, answered(path));
    info.annotations.push({ type: 'bytes', description: JSON.stringify(cost) });
    console.log(`${name.padEnd(8)} ${JSON.stringify(cost)}`);
    expect.soft(cost.javascript, 'JavaScript').toBeLessThanOrEqual(each.javascript);
    expect.soft(cost.fonts, 'fonts').toBeLessThanOrEqual(each.fonts);
    expect
      .soft(cost.html + cost.css + cost.javascript + cost.fonts + cost.other, 'all but pictures')
      .toBeLessThanOrEqual(allButPictures ?? each.allButPictures);
    if (pageBudget)
      expect.soft(cost.html + cost.css, 'HTML with CSS').toBeLessThanOrEqual(pageBudget);
    if (weighed) {
      expect.soft(cost.picturesInView, 'bytes of pictures').toBeGreaterThan(0);
      expect.soft(cost.picturesInView, 'pictures before scrolling').toBeLessThanOrEqual(weighed);
    }
    expect
      .soft(
        cost.scripts.filter((url) => /react/i.test(url)),
        'React before a touch',
      )
      .toEqual([]);
    expect.soft(cost.moved, 'what moved').toEqual([]);
  });
}

for (const [name, { path, javascript }] of Object.entries(links)) {
  test(`${name} keeps its budget`, { tag: '@core' }, async ({ page }) => {
    const ready = () => expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
    const cost = await measurePage(page, path, ready);
    console.log(`${name.padEnd(8)} ${JSON.stringify({ ...cost, scripts: cost.scripts.length })}`);
    expect.soft(cost.javascript, 'JavaScript').toBeLessThanOrEqual(javascript);
    expect
      .soft(cost.html + cost.css + cost.javascript + cost.fonts, 'all but pictures and answers')
      .toBeLessThanOrEqual(each.allButPictures);
    expect
      .soft(
        cost.scripts.filter((url) => /react/i.test(url)),
        'React before a touch',
      )
      .toEqual([]);
    expect.soft(cost.moved, 'what moved').toEqual([]);
  });
}

test('no product of the demo has a page whose frame is over its budget', { tag: '@core' }, async ({
  request,
}) => {
  const text = async (path: string) => (await request.get(path)).text();
  const map = await text('/sitemap.xml');
  const products = [...map.matchAll(/<loc>[^<]*(\/products\/[^<]+)<\/loc>/g)].map(
    ([, path = '']) => path,
  );
  expect(products.length).toBeGreaterThan(10);
  const styles = new Map<string, number>();
  const heavy: string[] = [];
  for (const path of products) {
    const html = await text(path);
    let bytes = wireSize('page.html', Buffer.from(frameOf(html)));
    const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(
      ([, sheet = '']) => sheet,
    );
    // A page may link to one twice.
    for (const sheet of new Set(sheets)) {
      const known = styles.get(sheet) ?? wireSize(sheet, Buffer.from(await text(sheet)));
      styles.set(sheet, known);
      bytes += known;
    }
    if (bytes > productFrame) heavy.push(`${path}: ${bytes}`);
  }
  expect(heavy).toEqual([]);
});

test('the delivery line keeps its budget, and moves nothing', { tag: '@core' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const first = await browser.newContext();
  const before = await measurePage(await first.newPage(), `${baseURL}${OUD_WOOD.path}`);
  await first.close();
  const line = page.locator('.delivery');
  const seen = async () => {
    await line.scrollIntoViewIfNeeded();
    await expect(line).toContainText(/In Lagos on|With you/);
  };
  const cost = await measurePage(page, OUD_WOOD.path, seen);
  const more = cost.javascript + cost.other - before.javascript - before.other;
  console.log(`delivery ${more}`);
  expect.soft(more, 'more than before it was seen').toBeGreaterThan(0);
  expect.soft(more, 'bytes of the line').toBeLessThanOrEqual(deliveryLine);
  expect.soft(cost.moved, 'what moved').toEqual([]);
});

for (const [name, { path, javascript }] of Object.entries(forms)) {
  test(`${name} keeps its budget`, { tag: '@core' }, async ({ page, request }) => {
    await seedStorage(page, storedCart([await cartLine(request, OUD_WOOD.id)]));
    const form = page.getByRole('main').getByRole('form');
    // React has hydrated it.
    const ready = () => expect(form.locator('[type=submit]')).toBeEnabled();
    const cost = await measurePage(page, path, ready);
    console.log(`${name.padEnd(8)} ${JSON.stringify({ ...cost, scripts: cost.scripts.length })}`);
    expect.soft(cost.javascript, 'JavaScript before a touch').toBeLessThanOrEqual(javascript);
    expect
      .soft(
        cost.scripts.filter((url) => /react/.test(url)),
        'React among it',
      )
      .toHaveLength(1);
    expect.soft(cost.moved, 'what moved').toEqual([]);
  });
}
