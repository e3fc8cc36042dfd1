import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The number of bytes read at a time. */
const CHUNK = 512 * 1024;

/**
 * A snapshot in a temporary file. It can be read while it is written. The writer never waits for readers, so a slow reader
 * does not hold up the database. The file is removed after its last user.
 */
export class Spool {
  readonly version: string;
  readonly #folder: string;
  readonly #path: string;
  /** The users: the snapshots, the writer, and each reader. */
  #users = 2;
  /** The number of bytes in the file. */
  #size = 0;
  /** The end of the writing, with its error; undefined while it goes on. */
  #end: { error?: unknown; at: number } | undefined;
  /** Resolves when there is more for waiting readers. */
  #added = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();

  constructor(folder: string, path: string, version: string) {
    this.#folder = folder;
    this.#path = path;
    this.version = version;
  }

  /** Whether an error ended the writing early. */
  get failed(): boolean {
    return this.#end !== undefined && 'error' in this.#end;
  }

  /** The milliseconds since the end of the writing; 0 before. */
  get age(): number {
    return this.#end ? Date.now() - this.#end.at : 0;
  }

  /** Resolves when the writing has ended, in success or failure. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Records that the writer has added bytes. */
  grow(bytes: number): void {
    this.#size += bytes;
    this.#tell();
  }

  /** Ends the writing. Readers get its error, if there is one, after everything written before. */
  async finish(end: { error?: unknown }): Promise<void> {
    this.#end = { ...end, at: Date.now() };
    this.#tell();
    await this.giveUp();
    this.#ended.resolve();
  }

  #tell(): void {
    this.#added.resolve();
    this.#added = Promise.withResolvers<void>();
  }

  /** Removes one user. The last one removes the file. */
  async giveUp(): Promise<void> {
    this.#users--;
    if (this.#users === 0) await rm(this.#folder, { recursive: true, force: true });
  }

  /**
   * Returns a stream of the file. The stream fails if its reader is idle for `patienceMs`, when `signal` aborts, and where
   * the writing failed.
   * @param onEnd - called once when the stream has ended, with the error if there is one.
   */
  read(options: {
    patienceMs: number;
    signal: AbortSignal;
    onEnd: (error?: unknown) => void;
  }): ReadableStream<Uint8Array> {
    this.#users++;
    const { patienceMs, signal, onEnd } = options;
    let file: FileHandle | undefined;
    let timer: NodeJS.Timeout | undefined;
    let ended = false;
    let position = 0;
    const end = async (error?: unknown) => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      await file?.close();
      await this.giveUp();
      onEnd(error);
    };
    /** Returns the end of the writing once everything before it has been read; undefined if there is more to read. */
    const more = async () => {
      while (!ended && position === this.#size) {
        if (this.#end) return this.#end;
        await this.#added.promise;
      }
      return undefined;
    };
    return new ReadableStream<Uint8Array>(
      {
        start: async (controller) => {
          const fail = (error: unknown) => {
            controller.error(error);
            void end(error);
          };
          signal.addEventListener('abort', () => fail(signal.reason), { once: true });
          const late = new Error(`The reader took nothing for ${patienceMs / 1000} s`);
          timer = setTimeout(() => fail(late), patienceMs);
          file = await open(this.#path);
          if (signal.aborted) fail(signal.reason);
        },
        pull: async (controller) => {
          // A reader that waits for the writer is not idle.
          const waiting = setInterval(() => timer?.refresh(), patienceMs / 2);
          const last = await more().finally(() => clearInterval(waiting));
          timer?.refresh();
          if (ended) return;
          if (last) {
            if ('error' in last) controller.error(last.error);
            else controller.close();
            await end(last.error);
            return;
          }
          const length = Math.min(CHUNK, this.#size - position);
          const read = await file?.read(Buffer.alloc(length), 0, length, position);
          if (ended || !read) return;
          position += read.bytesRead;
          controller.enqueue(read.buffer.subarray(0, read.bytesRead));
        },
        cancel: () => end(),
      },
      { highWaterMark: 0 },
    );
  }
}

/** Sends a part of a snapshot to its file. */
export type Send = (text: string) => Promise<unknown>;

/**
 * Begins a spool, and resolves when it can be read.
 * @param write - calls `begin` with the catalogue's version, then sends the text to the file.
 * @throws the error of `write` before it has begun; nothing is left then.
 */
export async function beginSpool(
  write: (begin: (version: string) => void, send: Send) => Promise<unknown>,
): Promise<Spool> {
  const folder = await mkdtemp(join(tmpdir(), 'turare-snapshot-'));
  const path = join(folder, 'catalogue.ndjson');
  const begun = Promise.withResolvers<Spool>();
  let spool: Spool | undefined;
  const run = async () => {
    await using file = await open(path, 'wx', 0o600);
    const begin = (version: string) => {
      spool = new Spool(folder, path, version);
      begun.resolve(spool);
    };
    await write(begin, async (text) => {
      const bytes = Buffer.from(text);
      await file.appendFile(bytes);
      spool?.grow(bytes.length);
    });
  };
  run().then(
    () => spool?.finish({}),
    async (error: unknown) => {
      if (spool) return spool.finish({ error });
      await rm(folder, { recursive: true, force: true });
      begun.reject(error);
    },
  );
  return begun.promise;
}
