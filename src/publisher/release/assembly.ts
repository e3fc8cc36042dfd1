import { existsSync, linkSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { Tinypool } from 'tinypool';
import { filesBelow } from '#process/files.ts';
import { COMPRESSED, isCompressed } from './compression.ts';
import type { NewFile, NewFileFacts } from './new-file.ts';

/** Files that may wait for a thread: more would only fill the memory. */
const AT_ONCE = 16;

/** Threads that take in new files beside the rendering; none is started before it has something to do. */
export const newThreads = (): Tinypool =>
  new Tinypool({
    filename: new URL('./new-file.ts', import.meta.url).href,
    minThreads: 0,
    // Else a thread would end whenever it is faster than the rendering, and the next begin.
    idleTimeout: 60_000,
    // One processor is the rendering's.
    maxThreads: Math.max(1, availableParallelism() - 1),
  });

/**
 * Makes a release of what a build rendered and of what it kept from the release before. What is equal in both is on disk
 * once: links, so that a release costs little and a file's date says when it last changed.
 */
export class Assembly {
  /** Files, from the site's root, that differ from the release before, and their bytes on the wire. */
  readonly changed = new Map<string, number>();
  /** Paths of the site that changed pages name, each with one of these pages. */
  readonly links = new Map<string, string>();
  /** Every file of the release, compressed ones aside. */
  readonly files = new Set<string>();
  readonly #site: string;
  readonly #previous: string | undefined;
  readonly #options: { origin: string; compress: boolean };
  readonly #threads: Tinypool;
  /** Files that are as in the release before, and linked to it. */
  readonly #same = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  #failure: { cause: unknown } | undefined;

  /**
   * @param options.site - the folder of the build, which becomes the release.
   * @param threads - of newThreads; whoever made them ends them.
   * @param options.previous - the folder of the release before, made alike; undefined without one.
   * @param options.origin - of the site, without a path.
   * @param options.compress - whether to lay compressed forms beside the files, for servers that do not compress.
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

  /** Takes in a file that was just made, while others are still being made. Waits when too many are under way. */
  async add(file: string, content: Uint8Array): Promise<void> {
    this.files.add(file);
    if (this.#linkIfEqual(file, content)) return;
    while (this.#running.size >= AT_ONCE) await Promise.race(this.#running);
    if (this.#failure) throw this.#failure.cause;
    mkdirSync(dirname(join(this.#site, file)), { recursive: true });
    const path = join(this.#site, file);
    const { origin, compress } = this.#options;
    const task: NewFile = { path, content, origin, compress };
    const work = (this.#threads.run(task) as Promise<NewFileFacts>)
      .then(({ bytes, links }) => {
        this.changed.set(file, bytes);
        for (const link of links) if (!this.links.has(link)) this.links.set(link, file);
      })
      .catch((cause: unknown) => {
        this.#failure ??= { cause };
      })
      .finally(() => this.#running.delete(work));
    this.#running.add(work);
  }

  /**
   * Takes in what lies in the build's folder beside its pages, and the files that it kept. May be done again for what
   * came later.
   * @throws Error when a kept file is not in the release before.
   */
  async finish(kept: readonly string[]): Promise<void> {
    for (const file of filesBelow(this.#site)) {
      if (isCompressed(file) || this.files.has(file)) continue;
      await this.add(file, await readFile(join(this.#site, file)));
    }
    await Promise.all(this.#running);
    if (this.#failure) throw this.#failure.cause;
    for (const file of kept) this.files.add(file);
    for (const file of this.files) {
      if (!this.changed.has(file) && !this.#same.has(file)) this.#link(file);
    }
  }

  #linkIfEqual(file: string, content: Uint8Array): boolean {
    if (this.#previous === undefined) return false;
    const before = join(this.#previous, file);
    return existsSync(before) && readFileSync(before).equals(content);
  }

  /** The release before has the same file: both then have one on disk, with its compressed forms. */
  #link(file: string): void {
    this.#same.add(file);
    if (this.#previous === undefined) throw new Error(`There is no release to keep ${file} from.`);
    const [from, to] = [join(this.#previous, file), join(this.#site, file)];
    mkdirSync(dirname(to), { recursive: true });
    for (const ending of ['', ...COMPRESSED]) {
      rmSync(to + ending, { force: true });
      if (ending === '' || existsSync(from + ending)) linkSync(from + ending, to + ending);
    }
  }
}
