import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { Tinypool } from 'tinypool';
import { filesBelow } from '#process/files.ts';
import { COMPRESSED, isCompressed } from './compression.ts';
import type { CopyTask } from './copy.ts';
import type { Kind, NewFile, NewFileFacts } from './new-file.ts';

/** The files in one message to a thread, and the messages that may wait. More would only fill the memory. */
const BATCH = 32;
const AT_ONCE = 4;
/** A file of this size (bytes) is sent alone: a feed keeps a thread busy as long as a thousand pages. */
const LARGE = 1024 * 1024;

const PROCESS = new URL('./new-file.ts', import.meta.url).href;
const COPY = new URL('./copy.ts', import.meta.url).href;

/** Creates the threads that write and compress new files while pages are rendered. Each starts when it is needed. */
export const newThreads = (): Tinypool =>
  new Tinypool({
    filename: PROCESS,
    minThreads: 0,
    // A shorter time would end threads that wait for the next page.
    idleTimeout: 60_000,
    // Rendering sometimes waits for the disk and for these threads, and leaves its processor to them.
    maxThreads: availableParallelism(),
  });

/** A copy of a release, which becomes the next one. */
export interface Copy {
  /** The name of the release. */
  of: string;
  /** The folder of the copy. */
  folder: string;
  /** Its files except compressed forms, once all of them are there. */
  files: Promise<string[]>;
}

/** Begins to copy a release into a folder of the work in progress. */
export function beginCopy(threads: Tinypool, releases: string, of: string, folder: string): Copy {
  const task: CopyTask = { from: join(releases, of), to: folder };
  const files: Promise<string[]> = threads.run(task, { filename: COPY });
  // The user of the copy awaits it, and gets its error then.
  files.catch(() => {});
  return { of, folder, files };
}

/**
 * Makes a release from the rendered files and those kept from the previous release. It is a copy of that release by hard
 * links, in which the changed files are replaced. So a release uses little space, a file's date shows its last change, and
 * the work after the last page depends only on the changes.
 */
export class Assembly {
  /** Files that differ from the previous release, by path in the site, with the bytes that most readers download. */
  readonly changed = new Map<string, number>();
  /** Paths that changed pages link to, each with one of these pages. */
  readonly links = new Map<string, string>();
  /** Every file of the release except compressed forms. */
  readonly files = new Set<string>();
  readonly #site: string;
  readonly #previous: { folder: string; copy: Copy } | undefined;
  readonly #options: { origin: string; compress: boolean };
  readonly #threads: Tinypool;
  readonly #running = new Set<Promise<void>>();
  /** Files that wait to be sent with others. */
  #waiting: NewFile[] = [];
  #failure: { cause: unknown } | undefined;
  /**
   * The contents of the build's folder before the first page, such as the shop's own files. Checking the disk for each page
   * would take 3 % of a build.
   */
  #filesBefore: ReadonlySet<string> | undefined;

  /**
   * @param threads - from newThreads. The caller ends them.
   * @param options.site - the folder of the build.
   * @param options.previous - a previous release with the same fingerprint and a copy of it; undefined without one.
   * @param options.origin - the site's origin.
   * @param options.compress - whether to write compressed forms beside the files.
   */
  constructor(
    threads: Tinypool,
    options: {
      site: string;
      previous: { folder: string; copy: Copy } | undefined;
      origin: string;
      compress: boolean;
    },
  ) {
    this.#threads = threads;
    this.#site = options.site;
    this.#previous = options.previous;
    this.#options = options;
  }

  /**
   * Adds a file from a route, unless the shop has its own file in that place. Waits while too many files are in progress.
   * @param content - is transferred to a thread, and empty afterwards.
   */
  async add(file: string, content: ArrayBuffer, kind: Kind): Promise<void> {
    this.#filesBefore ??= new Set(filesBelow(this.#site));
    if (this.#filesBefore.has(file)) return;
    await this.#process({ file, content, kind });
  }

  /** Adds all other files of the build's folder. May be called again for files that were written later. */
  async addOthers(): Promise<void> {
    for (const file of filesBelow(this.#site)) {
      if (!isCompressed(file) && !this.files.has(file)) await this.#process({ file });
    }
    this.#send();
    await this.#ended();
  }

  /** Keeps files of the previous release. */
  keep(files: readonly string[]): void {
    for (const file of files) this.files.add(file);
  }

  /**
   * Completes the release once all its files are known.
   * @returns its folder, and whether it has exactly the files of the previous release.
   * @throws Error if a kept file is not in the previous release.
   */
  async finish(): Promise<{ folder: string; same: boolean }> {
    const copied = new Set(await this.#previous?.copy.files);
    for (const file of this.files) {
      if (this.changed.has(file) || copied.has(file)) continue;
      throw new Error(`There is no previous release with ${file}.`);
    }
    if (!this.#previous) return { folder: this.#site, same: false };
    const { folder } = this.#previous.copy;
    const dropped = [...copied].filter((file) => !this.files.has(file));
    for (const file of dropped) removeWithForms(join(folder, file));
    for (const file of this.changed.keys()) {
      const [from, to] = [join(this.#site, file), join(folder, file)];
      if (copied.has(file)) removeWithForms(to);
      else mkdirSync(dirname(to), { recursive: true });
      for (const ending of ['', ...COMPRESSED]) {
        if (existsSync(from + ending)) renameSync(from + ending, to + ending);
      }
    }
    return { folder, same: this.changed.size === 0 && dropped.length === 0 };
  }

  async #process(what: Pick<NewFile, 'file' | 'content' | 'kind'>): Promise<void> {
    this.files.add(what.file);
    await this.#free();
    const { origin, compress } = this.#options;
    const [site, previous] = [this.#site, this.#previous?.folder];
    this.#waiting.push({ ...what, site, previous, origin, compress });
    const heavy = what.kind === 'lines' || (what.content?.byteLength ?? 0) > LARGE;
    if (heavy || this.#waiting.length >= BATCH) this.#send();
  }

  /** Sends the waiting files to a thread. */
  #send(): void {
    const tasks = this.#waiting;
    if (tasks.length === 0) return;
    this.#waiting = [];
    const transferList = tasks.flatMap(({ content }) => content ?? []);
    const work = this.#threads.run(tasks, { transferList }) as Promise<NewFileFacts[]>;
    this.#begin(
      work.then((all) => {
        for (const [at, facts] of all.entries()) this.#take(tasks[at]?.file ?? '', facts);
      }),
    );
  }

  /** Waits until a thread can take more. @throws the first failure of a thread. */
  async #free(): Promise<void> {
    while (this.#running.size >= AT_ONCE) await Promise.race(this.#running);
    if (this.#failure) throw this.#failure.cause;
  }

  #begin(work: Promise<void>): void {
    const running = work
      .catch((cause: unknown) => {
        this.#failure ??= { cause };
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Waits for all threads. @throws the first failure. */
  async #ended(): Promise<void> {
    await Promise.all(this.#running);
    if (this.#failure) throw this.#failure.cause;
  }

  #take(file: string, facts: NewFileFacts): void {
    if (facts.same) return;
    this.changed.set(file, facts.bytes);
    for (const link of facts.links) if (!this.links.has(link)) this.links.set(link, file);
  }
}

/** Removes a file and its compressed forms. If a name is too long for a file, it has none, and rmSync would fail. */
function removeWithForms(path: string): void {
  for (const ending of ['', ...COMPRESSED]) {
    if (existsSync(path + ending)) rmSync(path + ending);
  }
}
