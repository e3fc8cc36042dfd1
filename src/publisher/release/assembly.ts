import { existsSync, linkSync, mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { Tinypool } from 'tinypool';
import { filesBelow } from '#process/files.ts';
import { COMPRESSED, isCompressed } from './compression.ts';
import type { NewFile, NewFileFacts } from './new-file.ts';

/** Files that may wait for a thread. More would only fill the memory. */
const AT_ONCE = 16;

/** Threads that write and compress new files while pages are rendered. Each starts when it is needed. */
export const newThreads = (): Tinypool =>
  new Tinypool({
    filename: new URL('./new-file.ts', import.meta.url).href,
    minThreads: 0,
    // A shorter time would end threads that wait for the next page.
    idleTimeout: 60_000,
    // One processor is left for rendering.
    maxThreads: Math.max(1, availableParallelism() - 1),
  });

/**
 * Makes a release from the files that a build rendered and those that it keeps from the previous release. Equal files are
 * hard links, so a release takes little space and a file's date shows when it last changed.
 */
export class Assembly {
  /** Files that differ from the previous release, by path in the site, with the bytes that most readers download. */
  readonly changed = new Map<string, number>();
  /** Paths that changed pages link to, each with one of these pages. */
  readonly links = new Map<string, string>();
  /** Every file of the release except compressed forms. */
  readonly files = new Set<string>();
  readonly #site: string;
  readonly #previous: string | undefined;
  readonly #options: { origin: string; compress: boolean };
  readonly #threads: Tinypool;
  /** Files that are linked to the previous release. */
  readonly #same = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  #failure: { cause: unknown } | undefined;

  /**
   * @param threads - from newThreads. The caller ends them.
   * @param options.site - the folder of the build, which becomes the release.
   * @param options.previous - the folder of a previous release with the same fingerprint; undefined without one.
   * @param options.origin - the site's origin.
   * @param options.compress - whether to write compressed forms beside the files.
   */
  constructor(
    threads: Tinypool,
    options: { site: string; previous: string | undefined; origin: string; compress: boolean },
  ) {
    this.#threads = threads;
    this.#site = options.site;
    this.#previous = options.previous;
    this.#options = options;
  }

  /**
   * Adds what a route made, unless the shop has a file of its own in that place. Waits while too many files are being processed.
   * @param content - is handed over to a thread, and empty afterwards.
   */
  async add(file: string, content: ArrayBuffer, page: boolean): Promise<void> {
    if (existsSync(join(this.#site, file))) return;
    await this.#process({ file, content, page }, [content]);
  }

  /**
   * Adds all other files of the build's folder, and the files that the build keeps. It may be called again for files that
   * were written later.
   * @throws Error when a kept file is not in the previous release.
   */
  async finish(kept: readonly string[]): Promise<void> {
    for (const file of filesBelow(this.#site)) {
      if (!isCompressed(file) && !this.files.has(file)) await this.#process({ file }, []);
    }
    await Promise.all(this.#running);
    if (this.#failure) throw this.#failure.cause;
    for (const file of kept) this.files.add(file);
    for (const file of this.files) {
      if (!this.changed.has(file) && !this.#same.has(file)) this.#link(file);
    }
  }

  async #process(
    what: Pick<NewFile, 'file' | 'content' | 'page'>,
    transferList: ArrayBuffer[],
  ): Promise<void> {
    const { file } = what;
    this.files.add(file);
    while (this.#running.size >= AT_ONCE) await Promise.race(this.#running);
    if (this.#failure) throw this.#failure.cause;
    const { origin, compress } = this.#options;
    const [site, previous] = [this.#site, this.#previous];
    const task: NewFile = { ...what, site, previous, origin, compress };
    const work = (this.#threads.run(task, { transferList }) as Promise<NewFileFacts>)
      .then((facts) => {
        if (facts.same) return;
        this.changed.set(file, facts.bytes);
        for (const link of facts.links) if (!this.links.has(link)) this.links.set(link, file);
      })
      .catch((cause: unknown) => {
        this.#failure ??= { cause };
      })
      .finally(() => this.#running.delete(work));
    this.#running.add(work);
  }

  /** Links a file and its compressed forms to those of the previous release. */
  #link(file: string): void {
    this.#same.add(file);
    if (this.#previous === undefined) throw new Error(`There is no previous release with ${file}.`);
    const [from, to] = [join(this.#previous, file), join(this.#site, file)];
    mkdirSync(dirname(to), { recursive: true });
    for (const ending of ['', ...COMPRESSED]) {
      rmSync(to + ending, { force: true });
      if (ending === '' || existsSync(from + ending)) linkSync(from + ending, to + ending);
    }
  }
}
