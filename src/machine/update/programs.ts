import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type InstalledMachine, machineEnvironment } from '#machine/place.ts';
import { folderOf, nodeOf } from './releases.ts';

/** The most characters of a program's words that are kept for an error. */
const KEPT = 2000;

/**
 * Runs a command of a version as the shop's user, with the shop's settings.
 * @param args - the command's folder in scripts/, and its words.
 * @returns what it printed. @throws Error with what it said last, when it fails.
 */
export async function runOfVersion(
  machine: InstalledMachine,
  version: string,
  [command = '', ...args]: readonly string[],
): Promise<string> {
  const cwd = folderOf(machine, version);
  const { uid, gid } = await stat(machine.settingsFile);
  const program = [nodeOf(cwd), join(cwd, 'scripts', command, 'main.ts'), ...args];
  // An update that is killed takes its programs along: the next one would find a backup under way.
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', '--', ...program], {
    cwd,
    env: machineEnvironment(machine),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(process.getuid?.() === 0 && { uid, gid }),
  });
  let printed = '';
  let said = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-KEPT);
  });
  const [code] = await once(child, 'close');
  if (code === 0) return printed;
  throw new Error(
    `${command} of version ${version} failed: ${said.trim() || printed.trim().slice(-KEPT)}`,
  );
}
