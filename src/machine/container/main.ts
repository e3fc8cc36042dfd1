import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingsError } from '#backend/settings/settings.ts';
import { findUnfinished } from '#machine/checks/unfinished.ts';
import { type Container, machineEnvironment, readMachine } from '#machine/place.ts';
import { stopSignal } from '#process/stop.ts';
import { runShop } from '#shop/main.ts';
import { readShopSettings } from '#shop/settings.ts';
import { containerFaults } from './environment.ts';
import { startFront } from './front.ts';
import { backUpNightly } from './nightly.ts';
import { Turn } from './turn.ts';

/**
 * Runs the whole shop in one container, with all lasting data under /storage. It ends when the container is asked to
 * stop, or when another one on the same storage takes its turn.
 * @returns the exit code: 1 when Caddy ended by itself, so that the container is started again.
 * @throws SettingsError with all faults.
 */
export async function runContainer(): Promise<number> {
  const cancelled = stopSignal();
  const machine = readMachine();
  if (machine.kind !== 'container') {
    throw new Error('This command is for the image: src/server/deployment/Dockerfile.');
  }
  Object.assign(process.env, machineEnvironment(machine));
  expectSettings();
  await makeFolders(machine);
  await expectWhole(machine);
  const failed = new AbortController();
  const ended = AbortSignal.any([cancelled, failed.signal]);
  const front = startFront(machine.storage, process.env);
  const frontEnded = once(front, 'exit').then(() => {
    if (!cancelled.aborted) console.error('Caddy has ended.');
    failed.abort();
  });
  try {
    await takeTurns(machine, ended);
  } finally {
    front.kill('SIGTERM');
    await frontEnded;
  }
  return cancelled.aborted ? 0 : 1;
}

/** Opens the shop when it is this container's turn, and closes it when it is another's. */
async function takeTurns(machine: Container, ended: AbortSignal) {
  const { storage, dataDir } = machine;
  const turn = new Turn(storage, dataDir, ended);
  while (!ended.aborted) {
    await turn.ask();
    await turn.whenFree(async () => {
      const nightly = backUpNightly(machine);
      try {
        await runShop({ fresh: false, cancelled: ended, until: turn.asked() });
      } finally {
        nightly.stop();
      }
    });
    if (ended.aborted) return;
    console.log('The next container takes over. This one continues if that one ends.');
    await turn.taken();
    await turn.free();
  }
}

/** @throws SettingsError with the faults of the container's own settings and of the shop's. */
function expectSettings(): void {
  const faults = containerFaults(process.env);
  try {
    readShopSettings(process.env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    faults.push(...error.faults);
  }
  if (faults.length > 0) throw new SettingsError(faults);
}

/** @throws Error while a restore that was stopped in the middle has not come to its end. */
async function expectWhole(machine: Container): Promise<void> {
  const unfinished = await findUnfinished(machine, machine.dataDir);
  if (unfinished) throw new Error([unfinished.says, unfinished.fix].filter(Boolean).join(' '));
}

/** Makes the folders that the programs expect. A build of the site follows links of the image into the first three. */
async function makeFolders({ storage, backups }: Container): Promise<void> {
  for (const name of ['build/types', 'build/pictures', 'build/packages', 'tls']) {
    await mkdir(join(storage, name), { recursive: true });
  }
  await mkdir(backups, { recursive: true, mode: 0o700 });
}
