import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ownerOf } from './as-user.ts';
import { type Machine, machineEnvironment } from './place.ts';

/**
 * Runs a program of scripts/ with the settings of this machine, as the user who owns the shop's data.
 * @returns its exit code.
 * @throws Error when there is no such program.
 */
export async function runProgram(
  machine: Machine,
  name: string,
  words: readonly string[],
  signal?: AbortSignal,
): Promise<number> {
  const program = join(machine.programs, 'scripts', name, 'main.ts');
  if (!/^[a-z-]+$/.test(name) || !existsSync(program)) {
    throw new Error(`The shop has no command ${name}. scripts/README.md lists them.`);
  }
  const child = spawn(process.execPath, [program, ...words], {
    cwd: machine.programs,
    env: machineEnvironment(machine),
    stdio: 'inherit',
    ...(await ownerOf(machine)),
  });
  const end = () => child.kill();
  signal?.addEventListener('abort', end);
  const [code] = await once(child, 'exit');
  signal?.removeEventListener('abort', end);
  return code ?? 1;
}
