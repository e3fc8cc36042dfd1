import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ACCOUNT_STRINGS } from './account-screens.ts';
import { PUBLIC_STRINGS } from './public-screens.ts';

/** The source of one test: from its title to the next test's. */
function sourceOf(file: string, title: string): string {
  const source = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  const start = source.indexOf(title);
  if (start < 0) throw new Error(`${file} has no test '${title}'`);
  const next = source.slice(start).search(/\n\s*test\(/);
  return next < 0 ? source.slice(start) : source.slice(start, start + next);
}

test.each([...PUBLIC_STRINGS, ...ACCOUNT_STRINGS])(
  '%s (%s) is looked for in %s',
  (text, _where, file, title) => {
    const source = sourceOf(file, title);
    expect(source.includes(text) || source.includes(text.replaceAll("'", "\\'"))).toBe(true);
  },
);
