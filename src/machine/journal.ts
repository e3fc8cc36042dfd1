import { rename, rm, writeFile } from 'node:fs/promises';
import { readIfThere } from '#process/files.ts';

/** The notes of a change in several steps, in case it is killed: a file that exists from its first step to its last. */
export interface Journal<T> {
  /** Returns what a change under way has written. Null if there is none. */
  read(): Promise<T | null>;
  write(entry: T): Promise<void>;
  end(): Promise<void>;
}

export const journalAt = <T>(file: string): Journal<T> => ({
  async read() {
    const text = await readIfThere(file);
    return text ? (JSON.parse(text) as T) : null;
  },
  async write(entry) {
    await writeFile(`${file}.next`, JSON.stringify(entry, null, 2), { flush: true });
    await rename(`${file}.next`, file);
  },
  end: () => rm(file, { force: true }),
});
