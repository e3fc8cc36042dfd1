import { existsSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { expect, it } from 'vitest';
import { filesBelow } from '#process/files.ts';
import { root } from '#process/root.ts';
import { isCovered } from './fingerprint.ts';

/** Returns a file's imports, without types: `import … from`, `export … from`, `import '…'`, `import('…')`. */
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s([^'";]*?)\s?(?:from\s)?'([^']+)'|import\('([^']+)'\)/g;
const isTyped = (what: string) =>
  /^type\b/.test(what) || /^\{(?:\s*type\s[^,}]+,?)+\s*\}$/.test(what);
const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  imports: Record<string, string>;
};

/** Returns the project's file that an import names; undefined for a package or a generated module. */
function target(from: string, name: string): string | undefined {
  const [part = '', ...rest] = name.split('/');
  const folder = imports[`${part}/*`];
  const path = folder ? join(folder, '..', rest.join('/')) : join(dirname(from), name);
  const ours = folder !== undefined || name.startsWith('.');
  return ours && extname(path) && existsSync(join(root, path)) ? path : undefined;
}

it('covers every source that a page is made from', () => {
  const pages = filesBelow(join(root, 'src/site')).map((file) => join('src/site', file));
  const open = pages.filter((file) => /\.(astro|tsx?|css)$/.test(file) && !isOfTests(file));
  const seen = new Set(['astro.config.mjs', ...open]);
  for (const file of seen) {
    if (!/\.(astro|tsx?|mjs)$/.test(file)) continue;
    for (const [, what = '', plain, lazy] of readFileSync(join(root, file), 'utf8').matchAll(
      IMPORT,
    )) {
      const path = isTyped(what) ? undefined : target(file, plain ?? lazy ?? '');
      if (path) seen.add(path);
    }
  }
  expect([...seen]).toEqual(
    expect.arrayContaining(['src/domain/money/price.ts', 'src/server/hosting.ts']),
  );
  expect([...seen].filter((file) => !isCovered(file))).toEqual([]);
});

const isOfTests = (file: string) => /\.(test|harness)\.tsx?$/.test(file);
