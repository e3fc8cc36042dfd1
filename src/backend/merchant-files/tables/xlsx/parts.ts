import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';
import { damaged, protectedFile, Refusal } from '#backend/merchant-files/tables/refusal.ts';
import { MOST_INFLATED, MOST_PARTS } from './limits.ts';

/** The parts of a workbook: the files of its zip archive, by their paths in small letters. */
export class Parts {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  /** The bytes that may still be inflated. A part that is read again counts once. */
  #left = MOST_INFLATED;
  readonly #counted = new Map<string, number>();

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** @throws Refusal if it is not a complete archive. */
  static async open(fd: number): Promise<Parts> {
    const entries = new Map<string, Entry>();
    try {
      const zip = await fromFdPromise(fd, { lazyEntries: true });
      if (zip.entryCount > MOST_PARTS) throw damaged();
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry);
      return new Parts(zip, entries);
    } catch (cause) {
      throw damaged(cause);
    }
  }

  get paths(): string[] {
    return [...this.#entries.keys()];
  }

  has(path: string): boolean {
    return this.#entries.has(path.toLowerCase());
  }

  /**
   * Yields the bytes of a part. A part larger than the archive says is damaged.
   * @throws Refusal if the part is missing, damaged, encrypted or too large.
   */
  async *bytes(path: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(path.toLowerCase());
    if (!entry) throw damaged(`there is no ${path}`);
    if (entry.isEncrypted()) throw protectedFile();
    const counted = () => this.#counted.get(path) ?? 0;
    if (entry.uncompressedSize - counted() > this.#left) throw tooLarge();
    let read = 0;
    try {
      for await (const piece of await this.#zip.openReadStreamPromise(entry)) {
        read += piece.length;
        this.#left -= Math.max(0, read - counted());
        this.#counted.set(path, Math.max(read, counted()));
        yield piece;
      }
    } catch (cause) {
      throw damaged(cause);
    }
  }
}

const tooLarge = () =>
  new Refusal(
    `The file is more than ${MOST_INFLATED / 1024 / 1024} MB once it is unpacked. Save the sheet as CSV, or split it.`,
  );
