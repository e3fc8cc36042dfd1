import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FolderInUse, isClaimed } from '#process/claim.ts';

/** Milliseconds between two looks. */
const LOOK_MS = 250;
/** Milliseconds for the next container to take the data that it has asked for. */
const TAKEN_MS = 30_000;

/**
 * The turns of the containers on one storage. A supervisor such as ONCE starts the next version while the old one
 * still runs, and ends the old one once the next answers. Two PostgreSQL servers must never write to one folder, so
 * the claim of the data decides (process/claim.ts). This file only asks: a container that starts writes its name into
 * it, and the running one closes its shop. If the next one ends too early, the data is free again: the old one goes on.
 */
export class Turn {
  readonly #file: string;
  readonly #dataDir: string;
  readonly #name = randomUUID();
  readonly #ended: AbortSignal;

  /** @param ended - aborts when this container is asked to stop. */
  constructor(storage: string, dataDir: string, ended: AbortSignal) {
    this.#file = join(storage, 'turn');
    this.#dataDir = dataDir;
    this.#ended = ended;
  }

  /** Asks for the turn. */
  ask(): Promise<void> {
    return writeFile(this.#file, this.#name);
  }

  /** Runs work that claims the data, as soon as no other container has it. */
  async whenFree(work: () => Promise<void>): Promise<void> {
    let said = false;
    while (!this.#ended.aborted) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof FolderInUse)) throw error;
      }
      if (!said) console.log('Another container has the data. Waiting for it to close …');
      said = true;
      await pause(LOOK_MS);
    }
  }

  /** Resolves when another container asks. */
  async asked(): Promise<void> {
    while (!this.#ended.aborted) {
      const name = await readFile(this.#file, 'utf8').catch(() => '');
      if (name !== '' && name !== this.#name) return;
      await pause(LOOK_MS, undefined, { ref: false });
    }
  }

  /** Resolves once the container that asked has the data, or has not taken it in time. */
  async taken(): Promise<void> {
    const deadline = Date.now() + TAKEN_MS;
    while (!this.#ended.aborted && Date.now() < deadline && !isClaimed(this.#dataDir)) {
      await pause(LOOK_MS);
    }
  }

  /** Resolves once no container has the data. */
  async free(): Promise<void> {
    while (!this.#ended.aborted && isClaimed(this.#dataDir)) await pause(LOOK_MS);
  }
}
