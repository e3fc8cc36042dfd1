import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { KEPT_IN_BROWSER } from './kept-in-browser.ts';
import * as keys from './keys.ts';

const site = join(import.meta.dirname, '..');
const sources = globSync('**/*.{ts,tsx,astro}', { cwd: site })
  .filter((file) => !file.includes('.test.') && file !== join('stores', 'keys.ts'))
  .map((file) => ({ file, text: readFileSync(join(site, file), 'utf8') }));

it('describes every key of storage, and none twice', () => {
  expect(Object.keys(KEPT_IN_BROWSER).toSorted()).toEqual(Object.keys(keys).toSorted());
  expect(new Set(Object.values(keys)).size).toBe(Object.keys(keys).length);
});

it('knows every place of the site that writes into storage: by a key of keys.ts', () => {
  const written = /(?:persistent\w+(?:<[^(]*>)?|\w+Storage\.setItem)\(\s*([^,\s]+)/g;
  const names = sources.flatMap(({ text }) => [...text.matchAll(written)].map(([, name]) => name));
  expect(names.length).toBeGreaterThan(10);
  const keyOfProduct = 'keyOf(product)';
  expect(names.filter((name = '') => !(name in keys) && name !== keyOfProduct)).toEqual([]);
  // No name of storage is written out elsewhere, and nothing is kept in any other way.
  const elsewhere =
    /['"`]turare:|document\.cookie|indexedDB|caches\.open|cookieStore|localStorage\[[^\]]*\]\s*=[^=]/;
  expect(sources.filter(({ text }) => elsewhere.test(text)).map(({ file }) => file)).toEqual([]);
});

it('says of each how long it stays there, device or tab, as it is', () => {
  const used = (store: string) =>
    Object.entries(keys).filter(([name]) =>
      sources.some(({ text }) =>
        new RegExp(`${store}\\s*\\.?\\s*setItem\\(\\s*${name}\\b`).test(text),
      ),
    );
  for (const [name] of used('sessionStorage')) {
    expect(KEPT_IN_BROWSER[name as keyof typeof keys].where, name).toBe('tab');
  }
  for (const [name] of used('localStorage')) {
    expect(KEPT_IN_BROWSER[name as keyof typeof keys].where, name).toBe('device');
  }
  expect(used('sessionStorage').length).toBeGreaterThan(3);
});
