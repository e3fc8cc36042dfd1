import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const HERE = import.meta.dirname;

/** Returns the other folders that each folder imports from, types included. The files beside this one are left out. */
function importsByFolder(): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  for (const file of globSync('*/**/*.{ts,tsx}', { cwd: HERE })) {
    // A test may import everything.
    if (/\.(test|harness)\./.test(file)) continue;
    const [folder = ''] = file.split('/');
    const known = imports.get(folder) ?? new Set();
    imports.set(folder, known);
    const source = readFileSync(join(HERE, file), 'utf8');
    for (const [, name = ''] of source.matchAll(/(?:from|import\()\s*'([^']+)'/g)) {
      const path = name.startsWith('#backend/')
        ? name.slice('#backend/'.length)
        : name.startsWith('.') && relative(HERE, join(HERE, dirname(file), name));
      const [other = ''] = path ? path.split('/') : [];
      if (path && other !== folder) known.add(other);
    }
  }
  return imports;
}

/** Returns a circle of imports, such as orders → refunds → orders; null if there is none. */
function circle(imports: ReturnType<typeof importsByFolder>): string | null {
  const done = new Set<string>();
  const walk = (folder: string, way: readonly string[]): string | null => {
    if (way.includes(folder)) return [...way.slice(way.indexOf(folder)), folder].join(' → ');
    if (done.has(folder)) return null;
    for (const other of imports.get(folder) ?? []) {
      const found = walk(other, [...way, folder]);
      if (found) return found;
    }
    done.add(folder);
    return null;
  };
  for (const folder of imports.keys()) {
    const found = walk(folder, []);
    if (found) return found;
  }
  return null;
}

it('has folders that do not import each other in circles', () => {
  const imports = importsByFolder();
  expect(imports.size).toBeGreaterThan(20);
  expect([...(imports.get('orders') ?? [])]).toContain('products');
  expect(circle(imports)).toBeNull();
});
