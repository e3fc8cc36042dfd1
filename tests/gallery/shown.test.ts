import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '#process/root.ts';
import { STATES, stateNamed } from './screens.ts';
import { SHOWN } from './shown.ts';

const cwd = join(root, 'src/site');
const filesOf = (pattern: string) => globSync(pattern, { cwd }).sort();

describe('the gallery', () => {
  it('shows every component and every part of an island in a state', () => {
    const parts = filesOf('**/*.{astro,tsx}').filter((file) => !/^(pages|layouts)\//.test(file));
    expect(Object.keys(SHOWN).sort()).toEqual(parts);
    expect(Object.values(SHOWN).filter((name) => !stateNamed(name))).toEqual([]);
  });

  it('shows every page in its usual state', () => {
    const routes = STATES.filter(({ main }) => main).map(({ route }) =>
      route.replace(/[?#].*/, ''),
    );
    const without = filesOf('pages/**/*.astro').filter((file) => {
      const page = file.replace(/^pages|[.]astro$/g, '').replace(/\/index$/, '/');
      // '/brands/[slug]/[...page]' matches /brands/tom-ford. The page of every order is /orders/{id}.
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

  it('is not part of the shop', async () => {
    const { default: config } = await import('../../astro.config.mjs');
    const names = config.integrations?.map((each) => (each as { name: string }).name);
    expect(names).toEqual(['@astrojs/react', 'turare-kept-renditions']);
    expect(filesOf('pages/gallery*')).toEqual([]);
  });
});
