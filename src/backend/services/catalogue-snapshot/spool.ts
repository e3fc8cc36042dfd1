import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes read at a time. */
const CHUNK = 64 * 1024;

/**
 * A snapshot in a temporary file. Readers take as long as they like, and the database is not kept waiting for them. The
 * file is removed when nobody needs it any more.
 */
export class Spool {
  readonly version: number;
  /** When it was written (ms). */
  readonly at = Date.now();
  readonly #folder: string;
  readonly #path: string;
  /** The snapshots, and each reader. */
  #users = 1;

  constructor(folder: string, path: string, version: number) {
    this.#folder = folder;
    this.#path = path;
    this.version = version;
  }

  /** Gives it up. The last one who does removes the file. */
  async leave(): Promise<void> {
    this.#users--;
    if (this.#users === 0) await rm(this.#folder, { recursive: true, force: true });
  }

  /**
   * A stream of the file. It ends with an error if its reader takes nothing for `patienceMs`, or when `signal` aborts.
   * @param onEnd - is called once when the stream has ended in any way, with the error if there is one.
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
    const end = async (error?: unknown) => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      await file?.close();
      await this.leave();
      onEnd(error);
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
          timer?.refresh();
          const { bytesRead, buffer } = (await file?.read(Buffer.alloc(CHUNK), 0, CHUNK)) ?? {
            bytesRead: 0,
          };
          if (ended) return;
          if (bytesRead > 0 && buffer) {
            controller.enqueue(buffer.subarray(0, bytesRead));
            return;
          }
          controller.close();
          await end();
        },
        cancel: () => end(),
      },
      { highWaterMark: 0 },
    );
  }
}

/**
 * Writes a spool.
 * @param write - sends the text to the file, and returns the version of the catalogue that it shows.
 * @throws the error of `write` or of the file; nothing is left then.
 */
export async function writeSpool(
  write: (send: (text: string) => Promise<unknown>) => Promise<number>,
): Promise<Spool> {
  const folder = await mkdtemp(join(tmpdir(), 'turare-snapshot-'));
  const path = join(folder, 'catalogue.ndjson');
  try {
    await using file = await open(path, 'wx', 0o600);
    const version = await write((text) => file.write(text));
    return new Spool(folder, path, version);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
