import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { KEPT_IN_BROWSER } from './kept-in-browser.ts';

it('describes every name in browser storage, and no other', () => {
  const cwd = join(import.meta.dirname, '..');
  const used = globSync('**/*.{ts,tsx,astro}', { cwd })
    .filter((file) => !/\.test\.|kept-in-browser/.test(file))
    .map((file) => readFileSync(join(cwd, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/['"`](turare:[\w:-]+)/g)].map(([, name]) => name));
  expect(Object.keys(KEPT_IN_BROWSER).toSorted()).toEqual([...new Set(used)].toSorted());
});
