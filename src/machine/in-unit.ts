import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { withLock } from './lock.ts';
import { type Machine, machineEnvironment } from './place.ts';

/** The file of what a command says that runs in a unit of its own. */
export const logOf = (name: string): string => `/var/log/turare-${name}.log`;

/**
 * Runs the command of this process in a transient unit of systemd, and prints its output. If the terminal goes away,
 * only the printing stops. When a restore ends, its unit starts the shop's parts, unless its journal keeps them closed.
 * @param more - further arguments: the answers given at the terminal.
 * @returns its exit code; null where this process itself is to do the work: in that unit, and where there is no systemd.
 * @throws Error when another one runs.
 */
export async function runInUnit(
  machine: Machine,
  name: 'restore' | 'backup' | 'update',
  more: readonly string[] = [],
): Promise<number | null> {
  const isHere = machine.kind === 'container' || process.env.TURARE_UNIT;
  if (isHere || !existsSync('/run/systemd/system')) return null;
  // Before anything starts, so that a second one only says so.
  await withLock(machineEnvironment(machine).DATA_DIR ?? machine.dataDir, async () => {});
  const log = logOf(name);
  await rm(log, { force: true });
  const start = `ExecStopPost=systemctl --no-block start ${machine.services.join(' ')}`;
  const child = spawn(
    'systemd-run',
    [
      ...['--wait', '--quiet', '--collect', '--same-dir', `--unit=turare-${name}-now`],
      ...['--setenv=TURARE_UNIT=1', '-p', `StandardOutput=append:${log}`],
      ...(name === 'restore' ? ['-p', start] : []),
      ...['--', process.execPath, ...process.argv.slice(1), ...more],
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  process.once('SIGINT', () => {
    console.log(`\nIt continues without this terminal. Its log: ${log}`);
    process.exit(130);
  });
  const ended = once(child, 'exit');
  const tail = ['--lines=+1', '--follow=name', '--retry', '--sleep-interval=0.2', log];
  const shown = once(
    spawn('tail', [`--pid=${child.pid}`, ...tail], { stdio: ['ignore', 'inherit', 'ignore'] }),
    'exit',
  );
  const [[code]] = await Promise.all([ended, shown]);
  return code ?? 1;
}
