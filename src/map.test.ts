import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableName, getViewName, is, Table, View } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { UCP_BASE } from '#contract/ucp.ts';

// The tables of src/README.md that must say what the code says.
const BACKEND = join(import.meta.dirname, 'backend');
const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');
const codeOf = (cell: string) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, text = '']) => text);

/** The rows of the table under a heading, cell by cell, without its head. */
function rowsUnder(heading: string): string[][] {
  const [, section = ''] = read('README.md').split(`\n## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  const lines = own.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(2).map((line) => line.split('|').slice(1, -1));
}

/** The first two parts of an address of the API, or the whole of another one. */
const short = (path: string) =>
  path
    .split('/')
    .slice(0, path.startsWith('/api/') ? 3 : 9)
    .join('/');

test('where it comes in: each address, with the file that answers it', () => {
  const expected = new Map<string, Set<string>>();
  const add = (path: string, file: string) =>
    expected.set(path, (expected.get(path) ?? new Set()).add(file));
  const handlers = globSync('http/*handlers.ts', { cwd: BACKEND });
  for (const [name, { path }] of Object.entries(endpoints)) {
    const its = new RegExp(`^ {4}(async )?${name}(:|,|\\()`, 'm');
    const files = handlers.filter((file) => its.test(read(`backend/${file}`)));
    expect(files, name).toHaveLength(1);
    add(short(path), files[0] ?? '');
  }
  for (const file of ['http/app.ts', ...globSync('http/*-routes.ts', { cwd: BACKEND })])
    for (const [, path = ''] of read(`backend/${file}`).matchAll(
      /(?:app\.(?:get|post)\(|^const PATH = )'(\/[^']+)'/gm,
    ))
      add(path.replace('/:hash/:file', ''), file);
  add(UCP_BASE, 'http/ucp-routes.ts');
  add('/admin', 'office-routes.ts');
  const told = rowsUnder('Where it comes in').flatMap(([addresses = '', files = '', by = '']) => {
    for (const path of codeOf(by)) expect(existsSync(join(BACKEND, path)), path).toBe(true);
    return codeOf(addresses).map((path) => [path, codeOf(files)] as const);
  });
  const actual = Array.from(expected, ([path, files]) => [path, [...files]] as const);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(actual));
});

test('what runs: each task with its period', () => {
  const expected = globSync('**/*.ts', { cwd: BACKEND }).flatMap((file) => {
    const source = read(`backend/${file}`);
    if (!/deadlineMs[:,]/.test(source) || /\.(test|harness)\.|^base\//.test(file)) return [];
    const [, pause = ''] = /pauseMs: (\w+)/.exec(source) ?? [];
    const [, period = pause] = new RegExp(`^const ${pause} = ([\\d_]+);`, 'm').exec(source) ?? [];
    return [[file, `${Number(period.replaceAll('_', '')) / 1000} s`]];
  });
  const told = rowsUnder('What runs').map(([file = '', every = '']) => [
    codeOf(file)[0],
    every.trim(),
  ]);
  expect(told.toSorted()).toEqual(expected.toSorted());
});

test('which table belongs to which subject', async () => {
  const expected: Record<string, string[]> = {};
  for (const file of globSync('**/{tables,*-tables}.ts', { cwd: BACKEND })) {
    const folder = `${file.split('/').slice(0, -1).join('/')}/`;
    const declared: unknown[] = Object.values(await import(join(BACKEND, file)));
    const names = declared.flatMap((each) =>
      is(each, Table) ? getTableName(each) : is(each, View) ? getViewName(each) : [],
    );
    expected[folder] = [...(expected[folder] ?? []), ...names].sort();
  }
  const told = rowsUnder('Which table belongs to which subject').map(
    ([folder = '', names = '']) => [codeOf(folder)[0], codeOf(names)],
  );
  expect(Object.fromEntries(told)).toEqual(expected);
});
