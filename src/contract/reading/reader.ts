/**
 * Readers for a backend's answers. The specification (§7) leaves shapes open, and backends differ. A reader takes any
 * value, adapts what it can, and refuses the rest. Readers do not use zod, because a page fetches them for an odd answer,
 * and they must be small.
 */

/** A difference between an answer and the contract, and its treatment. */
export interface Note {
  /** Path in the answer; a list's rows have no numbers: 'products[].price'. */
  field: string;
  /** `adapted`: read in another way. `dropped`: a row or an optional field that is left out. */
  did: 'adapted' | 'dropped';
  /** The value in the answer: JSON, shortened. */
  got: string;
  /** The contract's value, in words. */
  wanted: string;
}

/** The position of a reader. */
export interface At {
  field: string;
  /** Differences so far. */
  notes: Note[];
}

/** Reads a value. @throws Mismatch if it cannot be adapted */
export type Reader<T> = (value: unknown, at: At) => T;

/** The value that a reader returns. */
export type Read<R> = R extends Reader<infer T> ? T : never;

/** A value that the contract refuses and no reader can adapt. */
export class Mismatch extends Error {
  readonly field: string;
  readonly got: string;
  readonly wanted: string;

  constructor(value: unknown, { field }: At, wanted: string) {
    const got = inWords(value);
    super(`${field || 'the answer'}: got ${got}, wanted ${wanted}`);
    this.field = field;
    this.got = got;
    this.wanted = wanted;
  }
}

/** Returns the start of an answer, without notes. */
export const start = (): At => ({ field: '', notes: [] });

/** Returns a value for a message: 'nothing', or at most 60 characters of JSON. */
export function inWords(value: unknown): string {
  const json = JSON.stringify(value) ?? 'nothing';
  return json.length > 60 ? `${json.slice(0, 59)}…` : json;
}

/** Notes a difference, and returns the replacement of the value. */
export function note<T>(
  value: unknown,
  { field, notes }: At,
  wanted: string,
  instead: T,
  did: Note['did'] = 'adapted',
): T {
  notes.push({ field, did, got: inWords(value), wanted });
  return instead;
}

/** Returns the position of a property. */
export const under = ({ field, notes }: At, name: string): At => ({
  field: field && name[0] !== '[' ? `${field}.${name}` : field + name,
  notes,
});

/** Returns the result of `read`, or undefined for a mismatch, which `told` receives. */
export function attempt<T>(read: () => T, told: (mismatch: Mismatch) => void): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error;
    told(error);
    return undefined;
  }
}
