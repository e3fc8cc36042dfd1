import type { Reader } from '#contract/reading/reader.ts';

/**
 * The way a page's script reads an answer. Most backends keep the contract exactly, and a small guard confirms that.
 * The readers, which adapt all other answers, would cost each page 2 kB, so they load only when a guard refuses.
 */
export interface Reading<T> {
  /** Reads an answer that keeps the contract; undefined for any other. */
  quick(answer: unknown): T | undefined;
  /** Fetches the reader for any answer. It gives the same result as `quick` where that accepts. */
  full(): Promise<Reader<T>>;
}

/** Returns the reading of a script that already includes the reader, because it loads on a touch. */
export const fullReader = <T>(reader: Reader<T>): Reading<T> => ({
  quick: () => undefined,
  full: async () => reader,
});

/**
 * Reads the JSON of an answer; `call` names it on the console.
 * @returns undefined if it cannot be read. @throws if the reader cannot be fetched.
 */
export async function readWith<T>(
  call: string,
  reading: Reading<T>,
  answer: unknown,
): Promise<T | undefined> {
  const read = reading.quick(answer);
  if (read !== undefined) return read;
  const [{ understand }, reader] = await Promise.all([import('./understand.ts'), reading.full()]);
  return understand(call, reader, answer);
}
