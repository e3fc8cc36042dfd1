import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from './root.ts';

/** Returns the path of a file of a package: `packageFile('astro/bin/astro.mjs')`. */
export const packageFile = (path: string) => join(root, 'node_modules', path);

interface ChildOptions {
  env?: Record<string, string> | undefined;
  /** Ends the program when it aborts. */
  stop?: AbortSignal;
}

/** Signals to a single process, unlike Ctrl-C, which the terminal sends to all. */
const ENDING = ['SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a JavaScript or TypeScript program in a separate process that shares the terminal. When this process is asked to
 * stop, the program ends first. Then this process ends too, unless the caller has given `stop`.
 * @returns the program's exit code.
 */
export async function runNode(
  program: string,
  args: string[] = [],
  { env, stop }: ChildOptions = {},
): Promise<number> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  stop?.addEventListener('abort', () => child.kill('SIGTERM'));
  let asked: NodeJS.Signals | undefined;
  const end = (signal: NodeJS.Signals) => {
    asked = signal;
    child.kill(signal);
  };
  for (const signal of ENDING) process.on(signal, end);
  const [code] = await once(child, 'exit');
  for (const signal of ENDING) process.off(signal, end);
  if (asked && !stop) process.kill(process.pid, asked);
  return code ?? 1;
}
