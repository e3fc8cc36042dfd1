import { readlink } from 'node:fs/promises';
import { run, systemctl } from '#machine/run.ts';

/** All that an update asks of systemd. */

/** Lines of a unit's log that a failure shows. */
const LINES = 15;

/** Ends a unit, which may take its time, and starts it. */
export async function restart(unit: string): Promise<void> {
  // After several starts in a row that failed, systemd would refuse one more.
  await systemctl('reset-failed', '--', unit).catch(() => {});
  await systemctl('restart', '--', unit);
}

export const stop = (unit: string) => systemctl('stop', '--', unit);

/** A unit's main process and how often systemd has started it again by itself since the last start that was asked for. */
export async function readService(
  unit: string,
): Promise<{ active: string; restarts: number; folder: string | null }> {
  const { stdout } = await systemctl(
    ...['show', '--property=ActiveState,MainPID,NRestarts', '--', unit],
  );
  const property = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(stdout)?.[1] ?? '';
  const pid = Number(property('MainPID'));
  return {
    active: property('ActiveState'),
    restarts: Number(property('NRestarts')),
    // The folder that the process was started in, symbolic links resolved: which release's programs run.
    folder: pid > 0 ? await readlink(`/proc/${pid}/cwd`).catch(() => null) : null,
  };
}

/** The processes of nginx that take new connections. */
async function workersOfNginx(): Promise<string[]> {
  const { stdout } = await systemctl('show', '--property=MainPID', '--value', 'nginx');
  const { stdout: listed } = await run('ps', [...['-o', 'pid=,args=', '--ppid', stdout.trim()]]);
  return listed
    .split('\n')
    .filter((line) => line.includes('worker process') && !line.includes('shutting down'))
    .map((line) => line.trim().split(' ')[0] ?? '');
}

/**
 * Lets nginx read its rules again, those of the live release among them.
 * @returns whether all that take new connections have read them. @throws Error with nginx's words when it refuses them.
 */
export async function reloadNginx(): Promise<() => Promise<boolean>> {
  await run('nginx', ['-t']);
  const before = await workersOfNginx();
  await systemctl('reload', 'nginx');
  return async () => {
    const now = await workersOfNginx();
    return now.length > 0 && !now.some((pid) => before.includes(pid));
  };
}

export async function lastLines(unit: string): Promise<string> {
  const { stdout } = await run('journalctl', [
    ...['--unit', unit, '--lines', String(LINES), '--no-pager', '--output=cat'],
  ]).catch(() => ({ stdout: '' }));
  return stdout.trim();
}
