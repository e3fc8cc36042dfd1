import { randomUUID } from 'node:crypto';
import type { CatalogueMessage } from '#contract/publishing.ts';
import type { PublicationReport } from '#publisher/build/publication.ts';
import type { Publisher } from './publisher.ts';
import { changeStatus, readStatus, type Wanted } from './status.ts';

/** Pauses before a failed publication is tried again (ms). The last one repeats. */
const PAUSES_MS = [5_000, 15_000, 60_000, 300_000];

/** The time (ms) for pictures in a build that brings a change to a live site. The merchant waits for the change. */
const PICTURES_MS = 5_000;
/** A build for the pictures that had no time begins after so many quiet ms. */
const QUIET_MS = 60_000;

/**
 * Publishes when the catalogue has changed. Changes that arrive during a publication are published together after it. The
 * wanted version is on disk, so it is published even if this process ends first.
 */
export class Follower {
  readonly #publisher: Publisher;
  readonly #onFailure: (error: unknown) => void;
  readonly #ahead: boolean;
  #running: Promise<void> | undefined;
  /** Whether `look` was called since the last round began. */
  #asked = false;
  #failures = 0;
  #again: NodeJS.Timeout | undefined;
  /** Whether pictures wait for their renditions, and whether it is their turn. */
  #pictures: 'none' | 'waiting' | 'due' = 'none';
  #closed = false;

  /**
   * @param onFailure - receives the error of every failed publication. The live site stays as it was.
   * @param ahead - keeps a process ready for the next publication. It takes about 450 MB and saves about three seconds.
   */
  constructor(publisher: Publisher, onFailure: (error: unknown) => void, ahead = true) {
    this.#publisher = publisher;
    this.#onFailure = onFailure;
    this.#ahead = ahead;
  }

  /** Records a change. Once this returns, the change will be published. Without an `at` it took effect now. */
  async take({ version, at }: CatalogueMessage): Promise<void> {
    const wanted = {
      id: randomUUID(),
      version: version ?? null,
      at: at ?? new Date().toISOString(),
    };
    await changeStatus(this.#publisher.folders, () => ({ wanted }));
    this.#failures = 0;
    this.look();
  }

  /**
   * Begins: publishes at once if the live release was made from other sources or settings, or from other extensions of the
   * backend, and otherwise the recorded change.
   */
  async begin(): Promise<void> {
    try {
      if (await this.#publisher.isOutdated()) await this.take({});
    } catch (error) {
      this.#onFailure(error);
    }
    this.look();
  }

  /** Publishes the recorded change if the live release does not show it yet. */
  look(): void {
    clearTimeout(this.#again);
    if (this.#closed) return;
    this.#asked = true;
    this.#running ??= this.#work();
  }

  /** Stops, and ends a running publication. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#again);
    await this.#publisher.close();
    await this.#running;
  }

  async #work(): Promise<void> {
    while (this.#asked && !this.#closed) {
      this.#asked = false;
      try {
        await this.#follow();
        this.#failures = 0;
      } catch (error) {
        if (this.#closed) break;
        this.#onFailure(error);
        const pause = PAUSES_MS[Math.min(this.#failures++, PAUSES_MS.length - 1)];
        this.#again = setTimeout(() => this.look(), pause);
      }
    }
    // No await since the loop read #asked, so no call of `look` is missed.
    this.#running = undefined;
  }

  async #follow(): Promise<void> {
    while (!this.#closed) {
      const { wanted, heldSince } = await readStatus(this.#publisher.folders);
      if (heldSince) break;
      if (!wanted) {
        if (this.#pictures !== 'due') break;
        // The time for them is over, even if this build fails. The next change tries again.
        this.#pictures = 'none';
        this.#pictures = waitingIn(await this.#publisher.publish());
        break;
      }
      const live = await this.#publisher.live();
      const { version } = wanted;
      if (version === null || live?.version !== version || (await this.#publisher.isOutdated())) {
        const report = await this.#publisher.publish({
          notBefore: Date.parse(wanted.at),
          ...(live && { pictureMs: PICTURES_MS }),
        });
        this.#pictures = waitingIn(report);
      }
      // If the catalogue changed while the build read it, the backend has sent another message or will.
      await this.#done(wanted);
    }
    if (this.#ahead && !this.#closed) await this.#publisher.makeReady();
    if (this.#pictures === 'waiting' && !this.#closed) {
      this.#again = setTimeout(() => {
        this.#pictures = 'due';
        this.look();
      }, QUIET_MS);
    }
  }

  /** Clears the recorded change, unless a newer one was recorded meanwhile. */
  #done({ id }: Wanted): Promise<void> {
    return changeStatus(this.#publisher.folders, ({ wanted }) =>
      wanted?.id === id ? { wanted: null } : {},
    );
  }
}

const waitingIn = ({ pictures }: PublicationReport) =>
  pictures && pictures.waiting > 0 ? 'waiting' : 'none';
