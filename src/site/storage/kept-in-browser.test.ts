import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { KEPT_IN_BROWSER } from './kept-in-browser.ts';

const site = join(import.meta.dirname, '..');
const sources = globSync('**/*.{ts,tsx,astro}', { cwd: site })
  .filter((file) => !/\.test\.|kept-in-browser/.test(file))
  .map((file) => ({ file, text: readFileSync(join(site, file), 'utf8') }));

/** Names of storage, and by which name of the source they go. */
const names = sources.flatMap(({ text }) => [...text.matchAll(/['"`](turare:[\w:-]+)/g)]);
const constants = sources.flatMap(({ text }) =>
  [...text.matchAll(/const (\w+)[^;]*?[`'](turare:[\w:-]+)/g)].map(
    ([, constant = '', name = '']) => ({
      constant,
      name,
    }),
  ),
);

it('describes every name under which something is kept in a browser, and no other', () => {
  const used = new Set(names.map(([, name]) => name));
  expect(Object.keys(KEPT_IN_BROWSER).toSorted()).toEqual([...used].toSorted());
});

it('nothing is kept under a name that is made in another way', () => {
  const written = /(?:persistent\w+(?:<[^(]*>)?|\w+Storage\.setItem)\(\s*([^,\s]+)/g;
  const given = sources.flatMap(({ text }) => [...text.matchAll(written)].map(([, name]) => name));
  expect(given.length).toBeGreaterThan(10);
  const known = new Set(constants.flatMap(({ constant }) => [constant, `${constant}(product)`]));
  expect(given.filter((name = '') => !known.has(name) && !name.includes('turare:'))).toEqual([]);
  const otherwise = /document\.cookie|cookieStore|indexedDB|caches\.open|Storage\[[^\]]*\]\s*=[^=]/;
  expect(sources.filter(({ text }) => otherwise.test(text)).map(({ file }) => file)).toEqual([]);
});

it('says of each whether it stays on the device or goes with the tab', () => {
  const where = (text: string) => ({
    device: /persistentAtom|localStorage\.setItem/.test(text),
    tab: /sessionStorage\.setItem/.test(text),
  });
  for (const [name, { where: said }] of Object.entries(KEPT_IN_BROWSER)) {
    // Its own name stands in the file that writes, or one of keys.ts.
    const shared = constants.find((one) => one.name === name && one.constant.endsWith('_KEY'));
    const writers = sources.filter(
      ({ text }) =>
        (text.includes(name) || (shared && text.includes(shared.constant))) &&
        Object.values(where(text)).some(Boolean),
    );
    const places = writers.map(({ text }) => where(text)[said]);
    expect(places, `${name}: ${writers.map(({ file }) => file).join()}`).toContain(true);
  }
});
