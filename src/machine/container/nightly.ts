import { readdir } from 'node:fs/promises';
import { backupName, isBackup, minuteOf } from '#backend/backup/kept.ts';
import { type Container, machineEnvironment } from '#machine/place.ts';
import { runProgram } from '#machine/run-program.ts';
import { sentencesOf } from '#process/sentences.ts';

/** Milliseconds between two looks whether a backup is due. */
const LOOK_MS = 10 * 60_000;
/** The hour in Lagos from which on the backup of a day is due, as turare-backup.timer has it. */
const HOUR = 'T0300';

/** Makes a backup each night, or as soon as the container runs again after one was missed. One that fails is tried again. */
export function backUpNightly(machine: Container): { stop(): void } {
  const ending = new AbortController();
  const folder = machineEnvironment(machine).BACKUP_FOLDER;
  /** The newest that this container has made. Without a folder, nothing else tells. */
  let made = '';
  const look = async () => {
    const now = new Date();
    const names = folder ? await readdir(folder).catch(() => []) : [];
    if (!isDue([...names, made], now)) return;
    await backUp(machine, ending.signal);
    made = backupName(now);
  };
  const say = (error: Error) =>
    console.error(`No backup was made: ${sentencesOf(error).join(' ')}`);
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

/** Whether the day has no backup after three in the night. @param names - of files. */
export function isDue(names: readonly string[], now: Date): boolean {
  const minute = minuteOf(backupName(now));
  const due = minute.replace(/T\d{4}/, HOUR);
  return minute >= due && !names.some((one) => isBackup(one) && minuteOf(one) >= due);
}

/** As a process of its own: it reads and compresses for minutes. */
async function backUp(machine: Container, signal: AbortSignal): Promise<void> {
  const code = await runProgram(machine, ['backup', '--timed'], signal);
  if (code !== 0 && !signal.aborted) throw new Error('the command ended with an error, above');
}
