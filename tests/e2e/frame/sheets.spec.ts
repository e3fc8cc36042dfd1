import { expect, test } from '../support/fixtures.ts';
import { OUD_WOOD } from '../support/shop.ts';

/** Pages with a style sheet of their own. */
const PAGES = ['/about', '/brands', '/checkout', '/login', '/offline', '/orders', '/products'];

test("the common style sheet comes before a page's own, so that resets do not win", {
  tag: '@core',
}, async ({ request }) => {
  for (const path of [...PAGES, OUD_WOOD.path]) {
    const html = await (await request.get(path)).text();
    const [first] = html.match(/\/_assets\/[\w.@~-]+\.css/g) ?? [];
    expect([path, first]).toEqual([path, expect.stringMatching(/^\/_assets\/Base\./)]);
  }
});
