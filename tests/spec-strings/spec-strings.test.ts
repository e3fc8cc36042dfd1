/** Each text that the specification quotes is in the source of the site, to the letter. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Quoted texts that are values or example names, not words on a screen. */
const NOT_SHOWN = [
  'fixed',
  'percentage',
  'price-desc',
  'name-desc',
  'verify_email',
  'reset_password',
  'Bearer {token}',
];

/** The texts in single or double quotes; an apostrophe inside a word does not end one. */
const quoted = [
  ...readFileSync('src/spec.md', 'utf8').matchAll(
    /(?<!\w)'((?:[^'\n]|(?<=\w)'(?=\w))+)'(?!\w)|"([^"\n]+)"/g,
  ),
].map(([, single, double]) => single ?? double ?? '');
const texts = [...new Set(quoted)].filter((text) => !NOT_SHOWN.includes(text));

const COMMENT = /(?<=^|[\s{])(?:\/\*[\s\S]*?\*\/|\/\/.*$)|<!--[\s\S]*?-->/gm;
const source = globSync([
  'src/{site,config,contract,domain}/**/*.{astro,ts,tsx}',
  'src/demo/shop/shop.json',
])
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(file, 'utf8').replace(COMMENT, ''))
  .join('\n')
  .replace(/\\'|&apos;/g, "'")
  .replaceAll('&amp;', '&')
  .replace(/\{' '\}|\s+/g, ' ');

/** Placeholders of a value: `{first name}`, a lone N or n, and two written out. */
const PLACEHOLDER = /\{[^}]+\}|\b[Nn]\b|₦amount|address, city, state, country/;
/** Their forms in a source: an expression, a number, or an element that a script fills. */
const FILLED = '(?:\\$?\\{[^{}]{1,60}\\}|\\d+|<\\w+[^>]*></\\w+>)';

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

test.each(texts)('%s', (text) => {
  const words = text.split(PLACEHOLDER).map(literal);
  expect(source).toMatch(new RegExp(`['"\`>}] ?${words.join(FILLED)} ?['"\`<{$]`));
});
