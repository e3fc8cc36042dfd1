import { expect, test } from '../support/fixtures.ts';
import { OUD_WOOD } from '../support/shop.ts';

/** A script that only imports others: they come one round trip later than they could. */
const ONLY_IMPORTS = /^\s*(import\s*["'][^"']+["'];?\s*)+$/;

test('every script that a page names has its own code', { tag: '@core' }, async ({ request }) => {
  for (const path of [
    '/',
    '/products',
    '/brands',
    OUD_WOOD.path,
    '/checkout',
    '/cart',
    '/no-such-page',
  ]) {
    const html = await (await request.get(path)).text();
    const scripts = [...html.matchAll(/<script type="module" src="([^"]+)"/g)];
    expect(scripts.length, path).toBeGreaterThan(0);
    for (const [, src = ''] of scripts) {
      const source = await (await request.get(src)).text();
      expect(source, `${src} of ${path}`).not.toMatch(ONLY_IMPORTS);
    }
  }
});
