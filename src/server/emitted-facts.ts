import type { Dictionary } from './dictionary.ts';
import { EMITTED } from './hosting.ts';
import { openFile } from './site-files.ts';

/** A JSON file of a release, read once for each of its versions. */
class EmittedFile<T> {
  readonly #path: string;
  readonly #read: (json: unknown) => T;
  #known: { etag: string; facts: T } | undefined;

  constructor(path: string, read: (json: unknown) => T) {
    this.#path = path;
    this.#read = read;
  }

  /** What the file of a release says; undefined without the file. */
  async of(release: string): Promise<T | undefined> {
    const file = await openFile(release, [this.#path], [null]);
    if (!file) return undefined;
    try {
      if (this.#known?.etag !== file.etag) {
        const json: unknown = JSON.parse(await file.handle.readFile('utf8'));
        this.#known = { etag: file.etag, facts: this.#read(json) };
      }
      return this.#known.facts;
    } finally {
      await file.handle.close();
    }
  }
}

/** The new path of each address that has moved, by decoded path. */
const moved = new EmittedFile(
  EMITTED.moved,
  (json) =>
    new Map(
      Object.entries(json as Record<string, string>).map(([from, to]) => [
        decodeURIComponent(from),
        to,
      ]),
    ),
);
const dictionary = new EmittedFile(EMITTED.dictionary, (json) => json as Dictionary);

/** Where a decoded path has moved to. */
export const movedTo = async (release: string, path: string): Promise<string | undefined> =>
  (await moved.of(release))?.get(path);

/** What the pages of a release are compressed with. */
export const dictionaryIn = (release: string): Promise<Dictionary | undefined> =>
  dictionary.of(release);
