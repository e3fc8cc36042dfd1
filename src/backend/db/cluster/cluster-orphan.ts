import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isRunning } from '#process/claim.ts';
import { control, type Programs } from './cluster-server.ts';

/** Milliseconds that a server has to write its data to disk and end. */
const STOP_LIMIT = 60_000;

/**
 * Stops the server of a killed run, which its pid file names.
 * @throws Error with a message for the merchant, when the server does not end.
 */
export async function stopOrphan(folder: string, programs: Programs): Promise<void> {
  // Without the file no server was left. If it cannot be read, PostgreSQL does not start either, and says why.
  const file = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(file.split('\n')[0]);
  if (!pid || !isRunning(pid)) return;
  if (process.platform === 'win32') {
    // Reaches only a PostgreSQL: it writes to the pipe that a server has opened under its process number.
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
 * Makes the pid file of a server that has ended name this process. PostgreSQL does not start beside a running process that its file
 * names, whatever that process is, except its own parent. After a restart, of a container above all, the old number is often another
 * program's. The file itself stays: by its other lines PostgreSQL sees whether parts of the old server still run.
 */
const disown = (path: string, file: string) =>
  writeFile(path, file.replace(/^\d+/, String(process.pid)));

/** Whether the process is PostgreSQL as we start it on this folder, and not another process that has the old id now. */
async function servesFolder(pid: number, folder: string): Promise<boolean> {
  return (await commandOf(pid)).includes(`/postgres -D ${folder} -p `);
}

/** The words of a process's command, with a space after each; empty if they cannot be read: then it is never signalled. */
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
