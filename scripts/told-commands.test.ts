import { existsSync } from 'node:fs';
import { glob, readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { COMMANDING, EMAILS } from '#backend/mail/emails.harness.ts';

/** The commands that the shop names to people. */
const COMMAND = /npm run ([a-z][a-z-]*(?::[a-z]+)?)(?: -- ([a-z][\w-]*)((?: [\w#.]+)*))?/g;

/** A command in a text: its name, its verb, and what follows. */
const commandsOf = (text: string) =>
  [...text.matchAll(COMMAND)].map(([whole, name = '', verb, rest = '']) => ({
    whole,
    name,
    verb,
    rest,
  }));

const scripts: Record<string, string> = JSON.parse(await readFile('package.json', 'utf8')).scripts;
const told = Object.entries(COMMANDING).flatMap(([email, { text }]) =>
  commandsOf(text).map((command) => ({ email, ...command })),
);

test('some emails name commands, where there is no back office', () => {
  expect(told.length).toBeGreaterThan(5);
});

test.each(told)('$email: $whole is understood', async ({ name, verb, rest }) => {
  expect(scripts).toHaveProperty([name]);
  const words = [verb ?? '', ...rest.trim().split(' ')].filter(Boolean);
  const task = (await import(`#scripts/${name}/arguments.ts`)).readArguments(words);
  expect(task).not.toEqual({ command: 'usage' });
});

test.each(Object.entries(EMAILS))('%s: sends nobody with a phone to a terminal', (_, { text }) => {
  expect(text).not.toMatch(/npm |--\w/);
});

test('every command and verb that the source names is there', async () => {
  const missing: string[] = [];
  for await (const path of glob(['src/**/*.{ts,tsx,astro}', 'scripts/**/*.ts', 'README.md'])) {
    for (const { whole, name, verb } of commandsOf(await readFile(path, 'utf8'))) {
      if (!(name in scripts)) missing.push(`${path}: ${whole}`);
      else if (
        verb &&
        VERBED.has(name) &&
        !new RegExp(`^ +${verb}\\b`, 'm').test(await usageOf(name))
      )
        missing.push(`${path}: ${whole}`);
    }
  }
  expect(missing).toEqual([]);
});

/** The commands that have verbs. Others take files, addresses or parts of the tests. */
const VERBED = new Set(
  (await readdir('scripts')).filter((name) => existsSync(`scripts/${name}/arguments.ts`)),
);

/** The source of a command, with its usage: each verb begins a line. */
async function usageOf(name: string): Promise<string> {
  let source = '';
  for await (const path of glob(`scripts/${name}/*.ts`)) source += await readFile(path, 'utf8');
  return source;
}

test('what the services say has no flag of a command line', async () => {
  const found: string[] = [];
  for await (const path of glob('src/backend/{services,admin,mail}/**/*.{ts,tsx}')) {
    if (path.includes('.test.')) continue;
    for (const line of (await readFile(path, 'utf8')).split('\n')) {
      if (/^\s*(\*|\/\/|\/\*)/.test(line)) continue;
      if (/\s--[a-z]/.test(line)) found.push(`${path}: ${line.trim()}`);
    }
  }
  expect(found).toEqual([]);
});
