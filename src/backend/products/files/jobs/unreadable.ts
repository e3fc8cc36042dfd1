/** The error for a file that cannot be read as it is. The message is a sentence for the merchant. */
export class Unreadable extends Error {}

/** Passes items through. Turns an error of their source into a sentence for the merchant about the file. */
export async function* readable<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (cause) {
    throw unreadable(cause);
  }
}

export const unreadable = (cause: unknown): Unreadable =>
  new Unreadable(cause instanceof Error ? cause.message : String(cause), { cause });
