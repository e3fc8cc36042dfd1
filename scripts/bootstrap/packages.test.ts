import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { root } from '#process/root.ts';
import { needsTools, npmArguments } from './packages.mjs';

const { imports, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const folders = Object.entries(imports as Record<string, string>).map(
  ([name, path]) => [name.slice(0, -1), path.slice(0, -1)] as const,
);

/** Returns the file of this project that an import names; undefined for a package. */
function ownFile(name: string, from: string): string | undefined {
  if (name.startsWith('.')) return join(dirname(from), name);
  const folder = folders.find(([prefix]) => name.startsWith(prefix));
  return folder && join(root, folder[1], name.slice(folder[0].length));
}

/** The imports of each file read so far. Most programs import the same files. */
const known = new Map<string, readonly string[]>();

/** Returns the names that a file imports, without types. */
function importsOf(file: string): readonly string[] {
  if (!/\.(ts|tsx|mjs)$/.test(file) || !existsSync(file)) return [];
  const text = readFileSync(file, 'utf8').replace(/^import type [\s\S]*?;$/gm, '');
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
}

/** Returns the packages named by a program and all its imports, without types. */
function packagesOf(program: string): Set<string> {
  const packages = new Set<string>();
  const files = new Set([program]);
  for (const file of files) {
    const names = known.get(file) ?? importsOf(file);
    known.set(file, names);
    for (const fileName of names) {
      const own = ownFile(fileName, file);
      if (own) files.add(own);
      else packages.add(fileName.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? '');
    }
  }
  return packages;
}

describe('the packages that a command installs', () => {
  const programs = globSync(join(root, 'scripts/*/main.ts'));

  test.each(programs.map((program) => [basename(dirname(program)), program] as const))(
    '%s finds the packages that it imports',
    (command, program) => {
      const tools = [...packagesOf(program)].filter((name) => name in devDependencies);
      if (!needsTools(command)) expect(tools).toEqual([]);
    },
  );

  test('are the shop’s at first, and later the test tools, too', () => {
    expect(npmArguments({ current: false, tools: needsTools('start') })).toEqual(
      expect.arrayContaining(['ci', '--omit=dev']),
    );
    expect(npmArguments({ current: false, tools: needsTools('test') })).toEqual(
      expect.arrayContaining(['ci', '--include=dev']),
    );
    expect(npmArguments({ current: true, tools: true })).toEqual(
      expect.arrayContaining(['install', '--no-save', '--include=dev']),
    );
  });

  /** To fix one, run `npm view NAME@VERSION dist.integrity` and write the answer into the lock. */
  test('are only those that the lock file names with a hash', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const unnamed = Object.entries<{ integrity?: string }>(packages).filter(
      ([path, { integrity }]) => path !== '' && !integrity?.startsWith('sha512-'),
    );
    expect(unnamed.map(([path]) => path)).toEqual([]);
  });
});
