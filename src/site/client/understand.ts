import { attempt, type Note, type Reader, start } from '#contract/reading/reader.ts';

const told = new Set<string>();

/** Writes to the console what was adapted or dropped: each field of a call once per page. */
function report(call: string, { field, did, got, wanted }: Note | Refused): void {
  const key = call + field + did;
  if (told.has(key)) return;
  told.add(key);
  console.warn(`${call}: ${field || 'the answer'} ${did}: got ${got}, wanted ${wanted}`);
}

type Refused = Omit<Note, 'did'> & { did: 'refused' };

/**
 * Reads an answer of the API. Tells the backend's owner what differs from the contract.
 * @returns undefined if it cannot be read
 */
export function understand<T>(call: string, reader: Reader<T>, answer: unknown): T | undefined {
  const at = start();
  const read = attempt(
    () => reader(answer, at),
    ({ field, got, wanted }) => report(call, { field, got, wanted, did: 'refused' }),
  );
  for (const note of at.notes) report(call, note);
  return read;
}
