import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from './root.ts';

/** The path of a file of a package: `packageFile('astro/bin/astro.mjs')`. */
export const packageFile = (path: string) => join(root, 'node_modules', path);

interface ChildOptions {
  env?: Record<string, string> | undefined;
  /** Ends the program when it aborts. */
  stop?: AbortSignal;
}

/** Runs a JavaScript or TypeScript program in a process of its own that shares our terminal; answers its exit code. */
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
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
