import { afterEach, expect, test, vi } from 'vitest';
import { type Part, runLanes } from './lanes.ts';
import { runInto } from './run.ts';

afterEach(() => vi.restoreAllMocks());

/** Returns a function that gives what has been printed since. */
function listen(): () => string {
  let text = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += chunk;
    return true;
  });
  vi.spyOn(console, 'log').mockImplementation((line) => {
    text += `${line}\n`;
  });
  return () => text;
}

/** Returns a part that prints two lines, one before and one after the other part has printed its first. */
const part = (name: string, code: number, ...lines: string[]): Part => ({
  name,
  start: async (run) => {
    const program = `for (const line of ${JSON.stringify(lines)}) console.log(line); process.exitCode = ${code}`;
    return run('--eval', [program]);
  },
});

test('parallel parts print their lines in blocks, and a failed one does not stop the others', async () => {
  const printed = listen();
  const broken: Part = {
    name: 'broken',
    start: async () => {
      throw new Error('The browser is missing');
    },
  };
  const outcomes = await runLanes([
    [part('one', 0, 'one begins', 'one ends'), broken, part('three', 0, 'three')],
    [part('two', 3, 'two begins', 'two ends')],
  ]);
  const passed = Object.fromEntries(outcomes.map(({ name, passed }) => [name, passed]));
  expect(passed).toEqual({ one: true, broken: false, three: true, two: false });
  expect(printed()).toContain('one begins\none ends\n');
  expect(printed()).toContain('two begins\ntwo ends\n');
  expect(printed()).toContain('The browser is missing');
});

test('two workers of one lane run each part once, the next as soon as one has ended', async () => {
  listen();
  const began: string[] = [];
  const next = Promise.withResolvers<void>();
  const waiting = ['long', 'short', 'next', 'last'].map(
    (name): Part => ({
      name,
      start: async () => {
        began.push(name);
        if (name === 'next') next.resolve();
        if (began.length === 1) await next.promise;
        return 0;
      },
    }),
  );
  const outcomes = await runLanes([waiting], { atATime: 2 });
  expect(began).toEqual(['long', 'short', 'next', 'last']);
  expect(outcomes.map(({ name }) => name).toSorted()).toEqual(['last', 'long', 'next', 'short']);
});

test('a program that hangs is named and ended', async () => {
  let text = '';
  const run = runInto({
    write: (chunk) => {
      text += chunk;
    },
    limit: 600,
    stop: new AbortController().signal,
  });
  expect(await run('--eval', ['setInterval(() => {}, 1000)'])).not.toBe(0);
  expect(text).toContain('--eval did not end within 0.01 minutes');
});
