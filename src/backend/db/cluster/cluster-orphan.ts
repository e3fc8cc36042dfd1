import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isRunning } from '#process/claim.ts';
import { control, type Programs } from './cluster-server.ts';

/** Milliseconds in which a server must write its data to disk and exit. */
const STOP_LIMIT = 60_000;

/**
 * Stops the server of a killed run, which its pid file names.
 * @throws Error with a message for the merchant if the server does not exit.
 */
export async function stopOrphan(folder: string, programs: Programs): Promise<void> {
  // Without the file no server was left behind. If it cannot be read, PostgreSQL does not start either, and says why.
  const file = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(file.split('\n')[0]);
  if (!pid || !isRunning(pid)) return;
  if (process.platform === 'win32') {
    // This can reach only a PostgreSQL: it writes to the pipe that a server opened under its process number.
    await control(programs, ['stop', '-D', folder, '-m', 'fast', '-w']);
    return;
  }
  if (!(await servesFolder(pid, folder))) return disown(join(folder, 'postmaster.pid'), file);
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + STOP_LIMIT;
  while (isRunning(pid)) {
    if (Date.now() > deadline) {
      throw new Error(
        `An earlier PostgreSQL (process ${pid}) still runs on ${folder} and does not end. Stop it: kill -QUIT ${pid}`,
      );
    }
    await pause(20);
  }
}

/**
 * Writes this process's number into the pid file of a server that has exited. PostgreSQL does not start if its file names
 * any running process but its own parent. After a restart, above all of a container, another program often has the old
 * number. The file stays, because PostgreSQL uses its other lines to see whether parts of the old server still run.
 */
const disown = (path: string, file: string) =>
  writeFile(path, file.replace(/^\d+/, String(process.pid)));

/** Whether the process is PostgreSQL as started on this folder, and not another process that now has the old id. */
async function servesFolder(pid: number, folder: string): Promise<boolean> {
  return (await commandOf(pid)).includes(`/postgres -D ${folder} -p `);
}

/** Returns the words of a process's command, each with a space after it; empty if unreadable, so it is never signalled. */
async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return words.replaceAll('\0', ' ');
  }
  const ps = promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
  return ps.then(
    ({ stdout }) => stdout,
    () => '',
  );
}
