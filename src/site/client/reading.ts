import type { Reader } from '#contract/reading/reader.ts';

/**
 * How a script of a page reads an answer. Most backends keep the contract to the letter, and a small guard sees that. The
 * readers, which adapt the answers of all others, would cost each page 2 kB, so they load when a guard refuses.
 */
export interface Reading<T> {
  /** Reads an answer that keeps the contract; undefined for any other. */
  quick(answer: unknown): T | undefined;
  /** Fetches the reader of any answer. What `quick` accepts it reads alike. */
  full(): Promise<Reader<T>>;
}

/** The reading of a script that loads the reader itself, since a touch has called for it. */
export const by = <T>(reader: Reader<T>): Reading<T> => ({
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
