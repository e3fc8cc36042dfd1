import type { Page } from '@playwright/test';
import { built } from '../support/built.ts';
import { expect, test } from '../support/fixtures.ts';
import { OUD_WOOD } from '../support/shop.ts';

/** Pages with their own style sheet. */
const PAGES = [
  ...['/', '/about', '/brands', '/brands/tom-ford', '/cart', '/checkout', '/login', '/offline'],
  ...['/orders', '/orders/some-order', '/privacy', '/products', OUD_WOOD.path, '/nowhere'],
];
const UTILITIES = /@layer page\s*\{/;

const linked = (html: string) => [
  ...new Set([...html.matchAll(/\/_assets\/([\w.@~-]+\.css)/g)].map(([, name = '']) => name)),
];

test("the common style sheet comes before a page's own, so that resets do not win", {
  tag: '@core',
}, async ({ request }) => {
  for (const path of PAGES) {
    const html = await (await request.get(path)).text();
    expect([path, linked(html)[0]]).toEqual([path, expect.stringMatching(/^Base\./)]);
  }
});

test('no sheet has a fallback of a token, and none resets what another one has set', {
  tag: '@own',
}, async () => {
  for (const [name, text] of await built('.css')) {
    expect(
      text.match(/var\(--(color|text|font|spacing|tracking|radius)-[\w-]+,/g),
      name,
    ).toBeNull();
    if (name.startsWith('Base.'))
      expect(text.match(/@layer [^{;]*/)?.[0], name).toMatch(/^@layer properties\b/);
  }
});

/** Returns the displays of all elements outside the islands and the quick view, whose sheet loads with its contents. */
const displays = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'body *:not(:is(astro-island, .drawer [data-contents], .quick-view) *)',
      ),
    ].map(
      (element) => `${element.tagName} ${element.className} ${getComputedStyle(element).display}`,
    ),
  );

test.describe('a style sheet that loads late', () => {
  // A page stays as built: no script renders, loads a sheet or leads to the login.
  test.use({ javaScriptEnabled: false, allowConsole: [/404 .*\/nowhere/] });

  test('has no utilities of a page, and moves nothing outside the islands', {
    tag: '@own',
  }, async ({ page, request }) => {
    test.slow();
    const sheets = new Map(await built('.css'));
    const htmls = await Promise.all(PAGES.map(async (path) => (await request.get(path)).text()));
    const atOnce = new Set(htmls.flatMap(linked));
    const late = [...sheets.keys()].filter((name) => !atOnce.has(name));
    expect(late.map((name) => name.split('.')[0])).toEqual(
      expect.arrayContaining(['choice', 'quick-view', 'search']),
    );
    expect(late.filter((name) => UTILITIES.test(`${sheets.get(name)}`))).toEqual([]);
    const islands = [...sheets.keys()].filter((name) => name.startsWith('islands.'));
    for (const [index, path] of PAGES.entries()) {
      const own = linked(htmls[index] ?? '').filter((name) =>
        UTILITIES.test(`${sheets.get(name)}`),
      );
      expect(own.length, `${path}: ${own}`).toBeLessThanOrEqual(1);
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path);
        await page.evaluate(() => document.documentElement.classList.add('js'));
        const before = await displays(page);
        const more = [...late, ...islands];
        const loaded = await page.evaluate((names) => {
          const links = names.map((name) =>
            Object.assign(document.createElement('link'), {
              rel: 'stylesheet',
              href: `/_assets/${name}`,
            }),
          );
          document.head.append(...links);
          return document.querySelectorAll('link[rel=stylesheet]').length;
        }, more);
        const sheetsOf = () => page.evaluate(() => document.styleSheets.length);
        await expect.poll(sheetsOf).toBeGreaterThanOrEqual(loaded);
        expect(await displays(page), `${path} at ${width} px`).toEqual(before);
      }
    }
  });
});
