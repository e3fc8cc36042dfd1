import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown } from 'node:fs/promises';
import { collect } from '#backend/db/cluster/cluster-server.ts';
import { unprivileged } from '#backend/db/cluster/unprivileged.ts';
import { PLAIN_ENVIRONMENT } from '../plain-environment.ts';

/** Starts a program as PostgreSQL needs it: not as root. */
export function startProgram(
  path: string,
  args: readonly string[],
  env: Record<string, string> = {},
): { child: ChildProcess; output: () => string } {
  const [program = path, ...prefix] = unprivileged(path).command;
  const child = spawn(program, [...prefix, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...PLAIN_ENVIRONMENT, ...env },
  });
  return { child, output: collect(child) };
}

/** Runs one to its end. @throws Error with its last words, if it fails. */
export async function runProgram(...command: Parameters<typeof startProgram>): Promise<void> {
  const { child, output } = startProgram(...command);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command[0]} failed: ${output()}`);
}

/** Gives files to the user that such programs run as. */
export async function giveAway(...paths: readonly string[]): Promise<void> {
  const { user } = unprivileged('');
  if (user) await Promise.all(paths.map((path) => chown(path, user.uid, user.gid)));
}

export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** Ends a process if it is still there. */
export async function end(
  child: ChildProcess,
  signal: 'SIGKILL' | 'SIGINT' | 'SIGTERM',
): Promise<void> {
  if (hasEnded(child)) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}
