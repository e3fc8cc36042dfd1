import { mkdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { claimFolder, FolderInUse } from '#process/claim.ts';

/** Milliseconds between checks whether another publication has ended, and in total. */
const CHECK_EVERY_MS = 250;
const PATIENCE_MS = 10 * 60_000;

/** Runs the publications of one folder one after the other, in this process and others. */
export class Turns {
  readonly #folder: string;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Runs work while no other publication runs. @throws Error if another one has not ended within ten minutes. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(() => this.#withClaim(work));
    this.#turn = result.catch(() => {});
    return result;
  }

  async #withClaim<T>(work: () => Promise<T>): Promise<T> {
    await mkdir(this.#folder, { recursive: true });
    const since = Date.now();
    for (;;) {
      let release: (() => Promise<void>) | undefined;
      try {
        release = await claimFolder(this.#folder);
      } catch (cause) {
        // An error of the system, such as a full disk, does not mean that another publication is running.
        if (!(cause instanceof FolderInUse)) throw cause;
        if (Date.now() - since > PATIENCE_MS) {
          throw new Error('Another publication has not ended within ten minutes.', { cause });
        }
        await delay(CHECK_EVERY_MS);
        continue;
      }
      try {
        return await work();
      } finally {
        await release();
      }
    }
  }
}
