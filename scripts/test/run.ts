import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '#process/root.ts';

/** Runs a Node program of a test run and returns its exit code. */
export type Run = (
  program: string,
  args?: readonly string[],
  env?: Readonly<Record<string, string>>,
) => Promise<number>;

/** Milliseconds between SIGTERM and SIGKILL for a program at its limit: twice what Playwright gives its shop. */
const GRACE_MS = 30_000;
/** Milliseconds for a program to end by itself after Ctrl-C, which the terminal sends to it too. */
const FAREWELL_MS = 2000;
/** Milliseconds to wait for the rest of a program's output after it has ended. */
const LAST_WORDS_MS = 1000;

interface Options {
  write: (chunk: Buffer | string) => void;
  /** Milliseconds after which a program is named and ended. */
  limit: number;
  /** Ends the program when it aborts. */
  stop: AbortSignal;
}

/** Returns a runner whose programs write to `write`, so that parallel parts do not mix their lines. */
export const runInto =
  ({ write, limit, stop }: Options): Run =>
  async (program, args = [], env = {}) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}), ...env },
    });
    child.stdout.on('data', write);
    child.stderr.on('data', write);
    const end = (after: number) => {
      setTimeout(() => child.kill('SIGTERM'), after).unref();
      setTimeout(() => child.kill('SIGKILL'), after + GRACE_MS).unref();
    };
    const farewell = () => end(FAREWELL_MS);
    stop.addEventListener('abort', farewell);
    const hung = setTimeout(() => {
      write(`\n${program} did not end within ${limit / 60_000} minutes and is ended now.\n`);
      end(0);
    }, limit);
    try {
      const closed = once(child, 'close');
      const [code] = await once(child, 'exit');
      // A process left behind by the program may keep the pipes open.
      await Promise.race([closed, pause(LAST_WORDS_MS, undefined, { ref: false })]);
      return code ?? 1;
    } finally {
      clearTimeout(hung);
      stop.removeEventListener('abort', farewell);
    }
  };
