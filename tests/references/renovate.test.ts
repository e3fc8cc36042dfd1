import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '#process/root.ts';

const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));

/** Names that Renovate finds in the Dockerfile and compose.yaml, or behind an alias of package.json. */
const OF_IMAGES = ['node', 'postgres'];
const ALIASES = ['@typescript/typescript6'];

it('the update rules name only packages that the shop has', () => {
  const { dependencies, devDependencies, optionalDependencies } = read('package.json');
  const known = new Set([
    ...Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }),
    ...OF_IMAGES,
    ...ALIASES,
  ]);
  const rules: { matchPackageNames: string[] }[] = read('.github/renovate.json').packageRules;
  const named = rules.flatMap((rule) => rule.matchPackageNames);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
  expect(named).toEqual(expect.arrayContaining(Object.keys(optionalDependencies)));
});
