import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sectionsFor } from '#backend/admin/frame/navigation.ts';
import { root } from '#process/root.ts';

/** The table of commands and pages says what the usage texts say: what a command can do, a page can, or a reason stands there. */
const table = readFileSync(join(root, 'src/backend/admin/commands.md'), 'utf8');
const rows = [...table.matchAll(/^\| `([^`]+)` \| (?:`([^`]+)` )?\| (.*?) ?\|$/gm)].map(
  ([, command = '', page, words = '']) => ({ command, page, words }),
);

/** Commands that run programs or develop the shop, and do nothing for staff. */
const OTHERS =
  /^(bench|test|start|api|site|dev|build|preview|check|soak|migrate|conformance|gallery)/;

/** 'orders list', 'orders show', …: the verbs in the first block of a usage text; the name alone if it has none. */
function verbsOf(usage: string): string[] {
  const [first = '', ...lines] = usage.split('\n');
  const [, name = ''] = /^npm run ([\w-]+)/.exec(first) ?? [];
  if (!first.includes('<command>')) return [name];
  const end = lines.findIndex((line) => /^\S/.test(line));
  const verbs = lines
    .slice(0, end)
    .flatMap((line) => /^ {2}([a-z]+)(?![\w:])/.exec(line)?.[1] ?? []);
  return [...new Set(verbs)].map((verb) => `${name} ${verb}`);
}

const usages = globSync('scripts/*/*.ts', { cwd: root }).flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8');
  const [, usage] = /USAGE = `(npm run [\s\S]*?[^\\])`;/.exec(text) ?? [];
  return usage === undefined || OTHERS.test(usage.slice('npm run '.length)) ? [] : [usage];
});

test('each command of a usage text stands in the table, and no other', () => {
  expect(usages.length).toBeGreaterThan(12);
  expect(rows.map(({ command }) => command).sort()).toEqual(usages.flatMap(verbsOf).sort());
});

test('each has a page that exists, or a reason', () => {
  const sections = sectionsFor('owner', () => 'owner').map(({ path }) => path);
  for (const { command, page, words } of rows) {
    if (page === undefined) expect(words, command).toMatch(/\w+ \w+/);
    else expect(sections, command).toContain(page);
  }
});
