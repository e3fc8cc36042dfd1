import { readdir } from 'node:fs/promises';
import { backupName, isBackup } from '#backend/backup/kept.ts';
import type { Container } from '#machine/place.ts';
import { runProgram } from '#machine/run-program.ts';

/** Milliseconds between two looks whether a backup is due. */
const LOOK_MS = 10 * 60_000;
/** The hour in Lagos from which on the backup of a day is due, as turare-backup.timer has it. */
const HOUR = 'T0300';

/** Makes a backup each night, or as soon as the container runs again after one was missed. One that fails is tried again. */
export function backUpNightly(machine: Container): { stop(): void } {
  const ending = new AbortController();
  const look = async () => {
    if (await isDue(machine.backups, new Date())) await backUp(machine, ending.signal);
  };
  const say = (error: Error) => console.error(`No backup was made: ${error.message}`);
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(look).catch(say);
  }, LOOK_MS).unref();
  return {
    stop: () => {
      clearInterval(timer);
      ending.abort();
    },
  };
}

/** Whether the day has no backup after three in the night. */
export async function isDue(folder: string, now: Date): Promise<boolean> {
  const name = backupName(now);
  const due = name.replace(/T\d{4}/, HOUR);
  const names = await readdir(folder).catch(() => []);
  return name >= due && !names.some((one) => isBackup(one) && one >= due);
}

/** As a process of its own: it reads and compresses for minutes. */
async function backUp(machine: Container, signal: AbortSignal): Promise<void> {
  const code = await runProgram(machine, 'turare', ['backup'], signal);
  if (code !== 0 && !signal.aborted) throw new Error('the command ended with an error, above');
}
