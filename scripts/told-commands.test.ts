import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { COMMANDING, EMAILS } from '#backend/mail/emails.harness.ts';
import { asTyped } from '#process/as-typed.ts';
import { COMMANDS } from './commands.harness.ts';

/** The commands that the shop's messages name. */
const COMMAND = /npm run ([a-z][a-z-]*(?::[a-z]+)?)(?: -- ([a-z][\w-]*)((?: [\w#.]+)*))?/g;

/** A command that a function writes in the source. */
const TYPED = /asTyped\('([a-z-]+)'(?:,\s*['"`]([a-z][\w-]*))?/g;

/** Returns the commands in a text: name, verb, and the rest. */
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

test.each(told)('$email: $whole is understood', ({ name, verb, rest }) => {
  expect(scripts).toHaveProperty([name]);
  const words = [verb ?? '', ...rest.trim().split(' ')].filter(Boolean);
  expect(COMMANDS[name]?.read(words)).toBeTypeOf('function');
});

test.each(Object.entries(EMAILS))('%s: sends nobody with a phone to a terminal', (_, { text }) => {
  expect(text).not.toMatch(/npm |--\w/);
});

test('every command and verb that the source names exists', async () => {
  const missing: string[] = [];
  for await (const path of glob([
    'src/**/*.{ts,tsx,astro}',
    'scripts/**/*.ts',
    'README.md',
    '{src,scripts,tests}/**/*.md',
  ])) {
    if (path.includes('.test.')) continue;
    const text = await readFile(path, 'utf8');
    const typed = [...text.matchAll(TYPED)].map(([whole, name = '', verb]) => ({
      whole,
      name,
      verb,
    }));
    for (const { whole, name, verb } of [...commandsOf(text), ...typed]) {
      if (!(name in scripts)) missing.push(`${path}: ${whole}`);
      else if (verb && !takes(name, verb)) missing.push(`${path}: ${whole}`);
    }
  }
  expect(missing).toEqual([]);
});

/** Programs that only a developer runs, in a checkout, and messages of a shop that is only tried out. */
const DEVELOPERS = [
  ...['src/process/as-typed.ts', 'src/shop/shop.ts', 'src/backend/db/cluster/cluster.ts'],
  ...[
    'src/server/main.ts',
    'src/shop/whose-shop.ts',
    'scripts/start/main.ts',
    'scripts/build/main.ts',
  ],
  ...['scripts/soak/main.ts', 'scripts/gallery/main.ts', 'scripts/release/sums.ts'],
  ...['scripts/test-full/main.ts', 'scripts/test-agents/main.ts', 'scripts/test-paystack/main.ts'],
  ...['scripts/test/main.ts', 'scripts/catalogue/main.ts'],
  ...['scripts/check/main.ts', 'scripts/dev/main.ts', 'scripts/preview/main.ts'],
];

test('no other sentence names npm: an installed machine does not have it', async () => {
  const found: string[] = [];
  for await (const path of glob(['src/**/*.{ts,tsx,astro}', 'scripts/**/*.ts'])) {
    if (/\.(test|harness)\./.test(path) || DEVELOPERS.includes(path)) continue;
    for (const line of (await readFile(path, 'utf8')).split('\n')) {
      if (/^\s*(\*|\/\/|\/\*)/.test(line)) continue;
      if (/\bnpm (run|start|ci|install)\b/.test(line)) found.push(`${path}: ${line.trim()}`);
    }
  }
  expect(found).toEqual([]);
});

test('a command is written as its readers type it', () => {
  expect(asTyped('orders', 'list', false)).toBe('npm run orders -- list');
  expect(asTyped('orders', 'list', true)).toBe('turare run orders list');
  expect(asTyped('audit', '', false)).toBe('npm run audit');
  expect(asTyped('audit', '', true)).toBe('turare run audit');
});

/** Whether a command has this word. Some take files or addresses instead, and other programs declare nothing. */
function takes(name: string, verb: string): boolean {
  const { tasks = { '': null } } = COMMANDS[name] ?? {};
  return '' in tasks || Object.hasOwn(tasks, verb);
}

test('messages of services name no command-line option', async () => {
  const found: string[] = [];
  for await (const path of glob('src/backend/**/*.{ts,tsx}')) {
    if (path.includes('.test.')) continue;
    for (const line of (await readFile(path, 'utf8')).split('\n')) {
      if (/^\s*(\*|\/\/|\/\*)/.test(line)) continue;
      if (/\s--[a-z]/.test(line)) found.push(`${path}: ${line.trim()}`);
    }
  }
  expect(found).toEqual([]);
});
