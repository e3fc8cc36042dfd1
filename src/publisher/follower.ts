import { randomUUID } from 'node:crypto';
import type { CatalogueMessage } from '#contract/publishing.ts';
import { freeBytes, isDiskFull } from '#process/disk-space.ts';
import type { PublicationReport } from '#publisher/build/publication.ts';
import type { Publisher } from './publisher.ts';
import { changeStatus, type KeptRequest, readStatus, type Wanted } from './status.ts';

/** Pauses before a failed publication is tried again (ms). The last one repeats. */
const PAUSES_MS = [5_000, 15_000, 60_000, 300_000];
/**
 * Milliseconds between two checks of the free bytes after a failure on a full disk. With this many more bytes the
 * publication is retried at once.
 */
const SPACE_MS = 5_000;
const MORE_BYTES = 1024 * 1024;

/** The time (ms) for pictures in a build that brings a change to a live site. The merchant waits for the change. */
const PICTURES_MS = 5_000;
/** Milliseconds without changes before a build for the remaining pictures. */
const QUIET_MS = 60_000;

/**
 * Publishes when the catalogue has changed. Changes that arrive during a publication are published together after it. The
 * wanted version is on disk, so it is published even if this process ends first.
 */
export class Follower {
  readonly #publisher: Publisher;
  readonly #onFailure: (error: unknown) => void;
  readonly #ahead: boolean;
  readonly #freeBytes: typeof freeBytes;
  #running: Promise<void> | undefined;
  /** Whether `look` was called since the last round began. */
  #asked = false;
  #failures = 0;
  #again: NodeJS.Timeout | undefined;
  /** Whether pictures wait for their renditions, and whether they are next. */
  #pictures: 'none' | 'waiting' | 'due' = 'none';
  #closed = false;
  /** The callbacks for completed requests, by id. */
  readonly #obeyed = new Map<string, () => void>();

  /**
   * @param onFailure - receives the error of every failed publication. The live site stays as it was.
   * @param options.ahead - keeps a process ready for the next publication. It uses about 450 MB and saves about three
   *   seconds.
   */
  constructor(
    publisher: Publisher,
    onFailure: (error: unknown) => void,
    options: { ahead?: boolean; freeBytes?: typeof freeBytes } = {},
  ) {
    this.#publisher = publisher;
    this.#onFailure = onFailure;
    this.#ahead = options.ahead ?? true;
    this.#freeBytes = options.freeBytes ?? freeBytes;
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
   * Shows an earlier release again, after a publication in progress. The request is on disk when this returns, and is
   * carried out even if this process ends first.
   * @returns `obeyed` resolves when it is done, or was found impossible.
   */
  async rollBack(release: string): Promise<{ obeyed: Promise<void> }> {
    const id = randomUUID();
    const { promise: obeyed, resolve } = Promise.withResolvers<void>();
    this.#obeyed.set(id, resolve);
    const request = { id, release, at: new Date().toISOString(), doneAt: null, fault: null };
    await changeStatus(this.#publisher.folders, () => ({ request }));
    this.look();
    return { obeyed };
  }

  /** Resumes publishing at once. Drops a pending rollback. */
  async resume(): Promise<void> {
    await this.#publisher.resume();
    await this.take({});
  }

  /**
   * Begins. Publishes at once if the live release was made from other sources, settings or extensions of the backend;
   * otherwise publishes the recorded change.
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

  /** Stops, and ends a publication in progress. */
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
        const pause = PAUSES_MS[Math.min(this.#failures++, PAUSES_MS.length - 1)] ?? 0;
        if (isDiskFull(error)) await this.#waitForSpace(pause);
        else this.#again = setTimeout(() => this.look(), pause);
      }
    }
    // There is no await since the loop read #asked, so no call of `look` is missed.
    this.#running = undefined;
  }

  async #follow(): Promise<void> {
    while (!this.#closed) {
      const { wanted, heldSince, request } = await readStatus(this.#publisher.folders);
      if (request && request.doneAt === null) {
        await this.#obey(request);
        continue;
      }
      if (heldSince) break;
      if (!wanted) {
        if (this.#pictures !== 'due') break;
        // Their time is over, even if this build fails. The next change tries again.
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
      // If the catalogue changed while the build read it, the backend has sent another message, or will.
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

  /** Retries once there is more space on the disk, and after `pause` ms in any case. */
  async #waitForSpace(pause: number): Promise<void> {
    const { root } = this.#publisher.folders;
    const before = await this.#freeBytes(root);
    const wait = (left: number) => {
      if (this.#closed) return;
      this.#again = setTimeout(
        async () => {
          const more = (await this.#freeBytes(root)) - before;
          if (more >= MORE_BYTES || left <= SPACE_MS) this.look();
          else wait(left - SPACE_MS);
        },
        Math.min(SPACE_MS, left),
      );
    };
    wait(pause);
  }

  /** Carries out a request of the merchant. If it is impossible, stores the reason for the merchant. */
  async #obey({ id, release }: KeptRequest): Promise<void> {
    const fault = await this.#publisher.rollBack(release).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    const doneAt = new Date().toISOString();
    await changeStatus(this.#publisher.folders, ({ request }) =>
      request?.id === id ? { request: { ...request, doneAt, fault } } : {},
    );
    this.#obeyed.get(id)?.();
    this.#obeyed.delete(id);
  }

  /** Clears the recorded change, unless a newer one was recorded in the meantime. */
  #done({ id }: Wanted): Promise<void> {
    return changeStatus(this.#publisher.folders, ({ wanted }) =>
      wanted?.id === id ? { wanted: null } : {},
    );
  }
}

const waitingIn = ({ pictures }: PublicationReport) =>
  pictures && pictures.waiting > 0 ? 'waiting' : 'none';
