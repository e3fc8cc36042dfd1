import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { STATES, stateNamed } from './screens.ts';
import { SHOWN } from './shown.ts';

const cwd = fileURLToPath(new URL('../../src/site/', import.meta.url));
const filesOf = (pattern: string) => globSync(pattern, { cwd }).sort();

describe('the gallery', () => {
  it('has a state for every component and every part of an island', () => {
    const parts = filesOf('**/*.{astro,tsx}').filter((file) => !/^(pages|layouts)\//.test(file));
    expect(Object.keys(SHOWN).sort()).toEqual(parts);
    expect(Object.values(SHOWN).filter((name) => !stateNamed(name))).toEqual([]);
  });

  it('has a state for every page, as it usually is', () => {
    const routes = STATES.filter(({ main }) => main).map(({ route }) =>
      route.replace(/[?#].*/, ''),
    );
    const without = filesOf('pages/**/*.astro').filter((file) => {
      const page = file.replace(/^pages|[.]astro$/g, '').replace(/\/index$/, '/');
      // '/brands/[slug]/[...page]' is /brands/tom-ford; the one page of all orders is /orders/{id}.
      const pattern = page
        .replace(/\/\[[.]{3}\w+\]/g, '(/[^/]+)?')
        .replace(/\[\w+\]/g, '[^/]+')
        .replace('/orders/order', '/orders/[^/]+');
      const found = routes.some((route) => new RegExp(`^${pattern}$`).test(route));
      return !found && page !== '/404';
    });
    expect(without).toEqual([]);
    expect(stateNamed('not-found')?.main).toBe(true);
  });

  it('is unknown to the build of the shop', async () => {
    // Its pages come by an integration that only `npm run gallery` gives to Astro; src may not import tests at all.
    const config = await readFile(new URL('../../astro.config.mjs', import.meta.url), 'utf8');
    expect(config).not.toMatch(/tests\/|injectRoute/);
    expect(filesOf('pages/gallery*')).toEqual([]);
  });
});
