import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { claimFolder, isRunning } from '#process/claim.ts';
import { fingerprint } from '#publisher/build/fingerprint.ts';
import type { PublicationReport } from '#publisher/build/publication.ts';
import { WorkerProcess } from '#publisher/build/worker-process.ts';
import { factsOf, type ReleaseFacts } from '#publisher/release/facts.ts';
import { type Folders, foldersOf, liveRelease, releasesOf } from '#publisher/release/folders.ts';
import { fillPool, goLive } from '#publisher/release/swap.ts';
import { type SiteSettings, shownSettings } from './site-settings.ts';
import { changeStatus, type Publication, withPublication } from './status.ts';

/** How often one publication looks whether another one has ended, and how long it waits for that (ms). */
const LOOK_EVERY_MS = 250;
const PATIENCE_MS = 10 * 60_000;

export interface PublisherOptions {
  /** Where releases and status lie. */
  folder: string;
  settings: SiteSettings;
}

export interface PublishOptions {
  /** Lets a catalogue without products take the place of one with some. */
  allowEmpty?: boolean;
  /** Makes every page anew. */
  full?: boolean;
  /** A moment (ms) that has come by the backend's clock, though perhaps not yet by ours. */
  notBefore?: number;
  /** The time (ms) that decides which discounts count; now, unless given. */
  time?: number;
}

/** Makes releases of the site and says which one is live. */
export class Publisher {
  readonly folders: Folders;
  /** Receives what builds have to say, a line at a time. */
  onLine: (line: string) => void = () => {};
  readonly #options: PublisherOptions;
  #closed = false;
  #turn: Promise<unknown> = Promise.resolve();
  #waiting: WorkerProcess | undefined;
  #working: WorkerProcess | undefined;

  constructor(options: PublisherOptions) {
    this.folders = foldersOf(options.folder);
    this.#options = options;
  }

  /** What is known of the live release; null before the first. */
  async live(): Promise<ReleaseFacts | null> {
    const name = await liveRelease(this.folders);
    return name === undefined ? null : factsOf(this.folders, name);
  }

  /** Whether the live release was made by the sources and settings of today. */
  async isUpToDate(): Promise<boolean> {
    return (await this.live())?.fingerprint === (await this.#fingerprint());
  }

  /**
   * Builds the site and makes it live. Publications of several processes follow each other.
   * @throws Error that says why the live site is as it was; the status says so too.
   */
  async publish(options: PublishOptions = {}): Promise<PublicationReport> {
    const began = Date.now();
    const at = new Date(began).toISOString();
    const seconds = () => (Date.now() - began) / 1000;
    try {
      const report = await this.#alone(() => this.#publish(options));
      const outcome = report.swapped ? 'published' : 'unchanged';
      await this.#note({ at, seconds: seconds(), outcome, report });
      return report;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // A disk that is full has no room for this either: then the error alone says it.
      await this.#note({ at, seconds: seconds(), outcome: 'failed', reason }).catch(() => {});
      throw error;
    }
  }

  /** Begins what can be done of the next publication before its cause is known; it then takes seconds less. */
  async makeReady(): Promise<void> {
    const mark = await this.#fingerprint();
    if (this.#closed) return;
    if (this.#waiting?.alive && this.#waiting.fingerprint === mark) return;
    const outdated = this.#waiting;
    this.#waiting = this.#start(mark);
    await outdated?.end();
  }

  /**
   * Shows an earlier release again, and publishes nothing more until `resume`.
   * @param name - of the release; the one before the live one, unless given.
   * @returns the release that is live now. @throws Error when there is no such release.
   */
  async rollBack(name?: string): Promise<ReleaseFacts> {
    return this.#alone(async () => {
      const [all, live] = [await releasesOf(this.folders), await liveRelease(this.folders)];
      const earlier = all.filter((each) => live !== undefined && each < live);
      const target = name ?? earlier.at(-1);
      const choice = all.filter((each) => each !== live).join(', ') || 'none';
      if (target === undefined) throw new Error(`There is no release before the live one.`);
      if (!all.includes(target) || target === live) {
        throw new Error(`There is no release ${target} to go back to. There are: ${choice}.`);
      }
      await fillPool(this.folders, [...(live === undefined ? [] : [live]), target]);
      await goLive(this.folders, target);
      await changeStatus(this.folders, () => ({ heldSince: new Date().toISOString() }));
      return factsOf(this.folders, target);
    });
  }

  /** Lets publications follow changes again. */
  async resume(): Promise<void> {
    await changeStatus(this.folders, () => ({ heldSince: null }));
  }

  /** Ends what is under way, for good; the live site stays as it is. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([this.#waiting?.end(), this.#working?.end()]);
  }

  #fingerprint(): Promise<string> {
    return fingerprint(shownSettings(this.#options.settings));
  }

  #start(mark: string): WorkerProcess {
    const { folder, settings } = this.#options;
    return new WorkerProcess({
      folder,
      settings,
      fingerprint: mark,
      onLine: (line) => this.onLine(line),
    });
  }

  async #publish(options: PublishOptions): Promise<PublicationReport> {
    const mark = await this.#fingerprint();
    if (this.#closed) throw new Error('The publisher was stopped before it had begun.');
    const waiting = this.#waiting;
    this.#waiting = undefined;
    const usable = waiting?.alive && waiting.fingerprint === mark;
    this.#working = usable && waiting ? waiting : this.#start(mark);
    if (!usable) await waiting?.end();
    await this.#removeLeftovers();
    const live = await this.live();
    try {
      return await this.#working.publish({
        time: options.time ?? Math.max(Date.now(), options.notBefore ?? 0),
        live: live?.name ?? null,
        alike: live?.fingerprint === mark,
        full: options.full ?? false,
        fingerprint: mark,
        allowEmpty: options.allowEmpty ?? false,
        compress: this.#options.settings.PRECOMPRESS !== 'off',
      });
    } finally {
      await this.#working.end();
      this.#working = undefined;
    }
  }

  /** Removes what killed processes left; those of this one are at work. */
  async #removeLeftovers(): Promise<void> {
    const ours = new Set([this.#waiting, this.#working].map((worker) => String(worker?.pid)));
    for (const name of await readdir(this.folders.staging).catch(() => [])) {
      if (ours.has(name) || isRunning(Number(name))) continue;
      await rm(join(this.folders.staging, name), { recursive: true, force: true });
    }
  }

  /** Does something while nothing else publishes, in this process or another. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(() => this.#withClaim(work));
    this.#turn = result.catch(() => {});
    return result;
  }

  async #withClaim<T>(work: () => Promise<T>): Promise<T> {
    await mkdir(this.folders.root, { recursive: true });
    const since = Date.now();
    for (;;) {
      let giveBack: (() => Promise<void>) | undefined;
      try {
        giveBack = await claimFolder(this.folders.root);
      } catch (cause) {
        // What the system says, such as a full disk, is no other publication.
        if (cause instanceof Error && 'code' in cause) throw cause;
        if (Date.now() - since > PATIENCE_MS) {
          throw new Error('Another publication does not come to its end.', { cause });
        }
        await delay(LOOK_EVERY_MS);
        continue;
      }
      try {
        return await work();
      } finally {
        await giveBack();
      }
    }
  }

  async #note(publication: Publication): Promise<void> {
    await changeStatus(this.folders, (status) => ({
      ...withPublication(status, publication),
      ...(publication.report && status.wanted?.version === publication.report.version
        ? { wanted: null }
        : {}),
    }));
  }
}
