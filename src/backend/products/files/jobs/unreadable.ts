/** A file cannot be read as it is. The message is a sentence for the merchant. */
export class Unreadable extends Error {}

/** Passes items through. What their source throws is a sentence for the merchant about the file. */
export async function* readable<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (cause) {
    throw unreadable(cause);
  }
}

export const unreadable = (cause: unknown): Unreadable =>
  new Unreadable(cause instanceof Error ? cause.message : String(cause), { cause });
