import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { shopFolder } from '#config/shop-folder.ts';
import { isRunning } from '#process/claim.ts';
import { fingerprint } from '#publisher/build/fingerprint.ts';
import type { PublicationReport } from '#publisher/build/publication.ts';
import { WorkerProcess } from '#publisher/build/worker-process.ts';
import { factsOf, type ReleaseFacts, usesExtensions } from '#publisher/release/facts.ts';
import { type Folders, foldersOf, liveRelease, releasesOf } from '#publisher/release/folders.ts';
import { fillPool, goLive } from '#publisher/release/swap.ts';
import { createApi } from '#site/catalogue/reading/api.ts';
import { readExtensions } from '#site/catalogue/reading/extensions.ts';
import { isSameShop, readShopChanges, type ShopChanges } from './shop-changes.ts';
import { type SiteSettings, settingsFor } from './site-settings.ts';
import { changeStatus, type Publication, withPublication } from './status.ts';
import { Turns } from './turns.ts';

/** Milliseconds in which a build makes renditions. */
const PICTURE_MS = 60_000;

export interface PublisherOptions {
  /** The folder of the releases and the status. */
  folder: string;
  settings: SiteSettings;
  /** The secret that it shares with the product API (PUBLISHER_SECRET). Builds read the catalogue with it. */
  secret?: string | undefined;
}

export interface PublishOptions {
  /** Publishes an empty catalogue even if the live release has products. */
  allowEmpty?: boolean;
  /** Renders every page again. */
  full?: boolean;
  /** The time (ms) to make renditions of pictures on other servers. The default is a minute. */
  pictureMs?: number;
  /** A time (ms) that has passed by the backend's clock, though perhaps not by the local one. */
  notBefore?: number;
  /** The time (ms) that decides which discounts are valid. The default is now. */
  time?: number;
}

/** Makes releases of the site and decides which one is live. */
export class Publisher {
  readonly folders: Folders;
  /** Receives the output of builds, line by line. */
  onLine: (line: string) => void = () => {};
  readonly #options: PublisherOptions;
  #closed = false;
  readonly #turns: Turns;
  #waiting: WorkerProcess | undefined;
  #working: WorkerProcess | undefined;
  /** The shop's facts that staff had changed at the last publication. */
  #shop: ShopChanges | undefined;

  constructor(options: PublisherOptions) {
    this.folders = foldersOf(options.folder);
    this.#turns = new Turns(options.folder);
    this.#options = options;
  }

  /** Returns the facts about the live release; null before the first one. */
  async live(): Promise<ReleaseFacts | null> {
    const name = await liveRelease(this.folders);
    return name === undefined ? null : factsOf(this.folders, name);
  }

  /** Whether the live release was made from the present sources and settings. */
  async isUpToDate(): Promise<boolean> {
    const live = await this.live();
    return (
      live?.fingerprint === (await this.#fingerprint()) &&
      isDeepStrictEqual(live.settings, this.#settingsForReading())
    );
  }

  /**
   * Whether the live release is out of date for the same catalogue: its sources, settings or the backend's extensions have
   * changed. @throws CatalogueFault if the backend does not say.
   */
  async isOutdated(): Promise<boolean> {
    const live = await this.live();
    if (!live) return false;
    if (!(await this.isUpToDate())) return true;
    const api = createApi(this.#options.settings.API_URL, { tries: 1 });
    const offered = await readExtensions(api, { before: live.extensions, log: () => {} });
    return !usesExtensions(live, offered);
  }

  /**
   * Builds the site and makes it live. Publications of several processes run one after the other.
   * @throws Error with the reason why the live site stays as it was. The status keeps the reason, too.
   */
  async publish(options: PublishOptions = {}): Promise<PublicationReport> {
    const began = Date.now();
    const at = new Date(began).toISOString();
    const seconds = () => (Date.now() - began) / 1000;
    try {
      const report = await this.#turns.alone(() => this.#publishShop(options));
      const outcome = report.swapped ? 'published' : 'unchanged';
      await this.#record({ at, seconds: seconds(), outcome, report });
      return report;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // On a full disk the status cannot be written either. The error below is thrown in any case.
      await this.#record({ at, seconds: seconds(), outcome: 'failed', reason }).catch(() => {});
      throw error;
    }
  }

  /** Starts the process of the next publication and prepares it, which saves seconds when a change arrives. */
  async makeReady(): Promise<void> {
    const mark = await this.#fingerprint();
    const live = await this.live();
    const shop = this.#shop ?? live?.shop ?? {};
    if (this.#closed || this.#waiting?.isFor(mark, shop)) return;
    const outdated = this.#waiting;
    this.#waiting = this.#start(mark, shop, live);
    await outdated?.end();
  }

  /**
   * Shows an earlier release again, and publishes nothing until `resume`.
   * @param name - the release. The default is the one before the live release.
   * @returns the release that is live now. @throws Error if there is no such release.
   */
  async rollBack(name?: string): Promise<ReleaseFacts> {
    return this.#turns.alone(async () => {
      const [all, live] = [await releasesOf(this.folders), await liveRelease(this.folders)];
      const earlier = all.filter((each) => live !== undefined && each < live);
      const target = name ?? earlier.at(-1);
      const choice = all.filter((each) => each !== live).join(', ') || 'none';
      if (target === undefined) throw new Error('There is no release before the live one.');
      if (!all.includes(target) || target === live) {
        throw new Error(`Release ${target} is not available. Available releases: ${choice}.`);
      }
      await fillPool(this.folders, [...(live === undefined ? [] : [live]), target]);
      await goLive(this.folders, target);
      await changeStatus(this.folders, () => ({ heldSince: new Date().toISOString() }));
      return factsOf(this.folders, target);
    });
  }

  /** Publishes changes again. Drops a pending rollback. */
  async resume(): Promise<void> {
    await changeStatus(this.folders, ({ request }) => ({
      heldSince: null,
      ...(request?.doneAt === null && {
        request: {
          ...request,
          doneAt: new Date().toISOString(),
          fault: 'Publishing was resumed first.',
        },
      }),
    }));
  }

  /** Ends all processes. The live site stays as it is. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([this.#waiting?.end(), this.#working?.end()]);
  }

  #fingerprint(): Promise<string> {
    const { settings } = this.#options;
    return fingerprint(settingsFor('pages', settings), shopFolder(settings.SHOP_DIR));
  }

  #settingsForReading(): Record<string, string> {
    return settingsFor('reading', this.#options.settings);
  }

  #start(mark: string, shop: ShopChanges, live: ReleaseFacts | null): WorkerProcess {
    const { folder, settings, secret } = this.#options;
    return new WorkerProcess({
      folder,
      settings,
      secret,
      fingerprint: mark,
      shop,
      copied: live && isAlike(live, mark, shop) ? live.name : undefined,
      onLine: (line) => this.onLine(line),
    });
  }

  /**
   * Publishes with the changes of staff. Pages are bundled before the catalogue is read, so a change in between would be in
   * the release's version but in none of its pages. In that case it publishes again.
   */
  async #publishShop(options: PublishOptions): Promise<PublicationReport> {
    const read = async () =>
      readShopChanges(
        this.#options.settings.API_URL,
        options.full ? undefined : (await this.live())?.extensions,
      );
    for (let shop = await read(); ; ) {
      this.#shop = shop;
      const report = await this.#publish(options, shop);
      const now = await read();
      if (this.#closed || isSameShop(shop, now)) return report;
      shop = now;
    }
  }

  async #publish(options: PublishOptions, shop: ShopChanges): Promise<PublicationReport> {
    const [mark, live] = [await this.#fingerprint(), await this.live()];
    if (this.#closed) throw new Error('The publisher was stopped before the build began.');
    const waiting = this.#waiting;
    this.#waiting = undefined;
    const usable = waiting?.isFor(mark, shop);
    this.#working = usable && waiting ? waiting : this.#start(mark, shop, live);
    if (!usable) await waiting?.end();
    await this.#removeLeftovers();
    try {
      return await this.#working.publish({
        time: options.time ?? Math.max(Date.now(), options.notBefore ?? 0),
        live: live?.name ?? null,
        alike: isAlike(live, mark, shop),
        full: options.full ?? false,
        fingerprint: mark,
        settings: this.#settingsForReading(),
        shop,
        allowEmpty: options.allowEmpty ?? false,
        pictureMs: options.pictureMs ?? PICTURE_MS,
        compress: this.#options.settings.PRECOMPRESS !== 'off',
      });
    } finally {
      await this.#working.end();
      this.#working = undefined;
    }
  }

  /** Removes the folders of killed processes. */
  async #removeLeftovers(): Promise<void> {
    const ours = new Set([this.#waiting, this.#working].map((worker) => String(worker?.pid)));
    for (const name of await readdir(this.folders.staging).catch(() => [])) {
      if (ours.has(name) || isRunning(Number(name))) continue;
      await rm(join(this.folders.staging, name), { recursive: true, force: true });
    }
  }

  async #record(publication: Publication): Promise<void> {
    await changeStatus(this.folders, (status) => ({
      ...withPublication(status, publication),
      // A change without a version may be newer than this build's catalogue. The follower clears it.
      ...(typeof publication.report?.version === 'string' &&
      status.wanted?.version === publication.report.version
        ? { wanted: null }
        : {}),
    }));
  }
}

/** Whether a release has the same sources, settings and facts of the shop, so that its files may be kept. */
const isAlike = (live: ReleaseFacts | null, mark: string, shop: ShopChanges) =>
  live?.fingerprint === mark && isSameShop(live.shop, shop);
