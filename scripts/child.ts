import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The path of a package's program, run by our own Node: `bin('astro/bin/astro.mjs')`. */
export const bin = (path: string) => join(root, 'node_modules', path);

/** Runs one of the packages' programs with its output on ours; gives its exit code. */
export async function runNode(
  program: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<number> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
