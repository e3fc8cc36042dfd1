import type { CatalogueChanged } from '#contract/publishing.ts';
import type { Publisher } from './publisher.ts';
import { changeStatus, readStatus } from './status.ts';

/** Pauses before a publication that failed is tried again (ms); the last one for all that follow. */
const PAUSES_MS = [5_000, 15_000, 60_000, 300_000];

/**
 * Publishes when the catalogue has changed: at once, and what is told meanwhile together afterwards. A change that was
 * told is published also when this process ends first.
 */
export class Follower {
  readonly #publisher: Publisher;
  readonly #onFailure: (error: unknown) => void;
  readonly #ahead: boolean;
  #running: Promise<void> | undefined;
  /** Whether someone asked to look since the last look began. */
  #asked = false;
  #failures = 0;
  #again: NodeJS.Timeout | undefined;
  #closed = false;

  /**
   * @param onFailure - is told of every publication that failed; the live site is then as it was.
   * @param ahead - keeps the process of the next publication ready: about 450 MB for some three seconds.
   */
  constructor(publisher: Publisher, onFailure: (error: unknown) => void, ahead = true) {
    this.#publisher = publisher;
    this.#onFailure = onFailure;
    this.#ahead = ahead;
  }

  /** Takes a change as told: once this has returned it will be published. */
  async take({ version, at }: CatalogueChanged): Promise<void> {
    await changeStatus(this.#publisher.folders, () => ({ wanted: { version, at } }));
    this.#failures = 0;
    this.look();
  }

  /** Publishes what was told before and is not shown yet, if anything. */
  look(): void {
    clearTimeout(this.#again);
    if (this.#closed) return;
    this.#asked = true;
    this.#running ??= this.#work();
  }

  /** Ends; a publication under way is ended too. */
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
    // In the same turn as the last look at #asked: nobody can ask in between.
    this.#running = undefined;
  }

  async #follow(): Promise<void> {
    while (!this.#closed) {
      const { wanted, heldSince } = await readStatus(this.#publisher.folders);
      if (!wanted || heldSince) break;
      if ((await this.#publisher.live())?.version !== wanted.version) {
        await this.#publisher.publish({ notBefore: Date.parse(wanted.at) });
      }
      // A backend whose version moved on while it was read has told so, or will.
      await this.#done(wanted.version);
    }
    if (this.#ahead && !this.#closed) await this.#publisher.makeReady();
  }

  /** Forgets what was wanted, unless something newer was told meanwhile. */
  #done(version: string): Promise<void> {
    return changeStatus(this.#publisher.folders, ({ wanted }) =>
      wanted?.version === version ? { wanted: null } : {},
    );
  }
}
