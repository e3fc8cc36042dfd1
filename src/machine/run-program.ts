import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ownerOf } from './as-user.ts';
import { type Machine, machineEnvironment } from './place.ts';

/** The most characters of a program's words that are kept for an error. */
const KEPT = 2000;

/** A copy of the shop's programs: its folder, and the Node that runs them. */
interface Programs {
  folder: string;
  node: string;
}

/**
 * Starts a program of scripts/ with the settings of this machine, as the user who owns the shop's data. @param before - the
 * words of a command that runs it.
 * @throws Error when there is no such program.
 */
async function start(
  machine: Machine,
  { folder, node }: Programs,
  [name = '', ...words]: readonly string[],
  stdio: StdioOptions,
  before: readonly string[] = [],
): Promise<ChildProcess> {
  const program = join(folder, 'scripts', name, 'main.ts');
  if (!/^[a-z-]+$/.test(name) || !existsSync(program)) {
    throw new Error(`The shop has no command ${name}. scripts/README.md lists them.`);
  }
  const [command = node, ...args] = [...before, node, program, ...words];
  return spawn(command, args, {
    cwd: folder,
    env: machineEnvironment(machine),
    stdio,
    ...(await ownerOf(machine)),
  });
}

/** Runs a program in the terminal of this process. @returns its exit code. @throws Error when there is no such program. */
export async function runProgram(
  machine: Machine,
  command: readonly string[],
  signal?: AbortSignal,
): Promise<number> {
  const programs = { folder: machine.programs, node: process.execPath };
  const child = await start(machine, programs, command, 'inherit');
  const end = () => child.kill();
  signal?.addEventListener('abort', end);
  const [code] = await once(child, 'exit');
  signal?.removeEventListener('abort', end);
  return code ?? 1;
}

/**
 * Runs a program and hears what it prints. It ends with this process, however that ends.
 * @returns what it printed. @throws Error with what it said last, when it fails.
 */
export async function hearProgram(
  machine: Machine,
  programs: Programs,
  command: readonly string[],
): Promise<string> {
  const withParent = ['setpriv', '--pdeathsig', 'KILL', '--'];
  const child = await start(machine, programs, command, ['ignore', 'pipe', 'pipe'], withParent);
  let printed = '';
  let said = '';
  child.stdout?.on('data', (chunk) => {
    printed += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    said = (said + chunk).slice(-KEPT);
  });
  const [code] = await once(child, 'close');
  if (code === 0) return printed;
  throw new Error(
    `${command[0]} in ${programs.folder} failed: ${said.trim() || printed.trim().slice(-KEPT)}`,
  );
}
