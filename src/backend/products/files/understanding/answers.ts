import type { ChoiceName, Choices } from '#backend/products/files/import/choices.ts';

/** The merchant's answers about what a file does not say. Each applies to all rows. */
export interface Answers extends Choices {
  /** The three-letter currency of prices that name none. */
  currency?: string;
  /** Whether `currency` comes from an earlier file with these headings, not from an answer for this one. */
  isRemembered?: boolean;
  /** Naira for one unit of another currency. */
  rates: ReadonlyMap<string, number>;
  /** Prices in another currency are rounded to a multiple of this many naira. */
  round: number;
  /** The units of products whose stock is missing or is a word. */
  stock?: number;
}

export const NO_ANSWERS: Answers = { rates: new Map(), round: 1 };

/** A question, and the rows that it is about. */
export interface Ask {
  kind: 'money' | 'currency' | 'stock' | 'price' | Exclude<ChoiceName, 'unpriced'>;
  /**
   * The subject: the currency, known or probable, the word instead of a number, the list, the host, the shop's id, the
   * name, or the program with the columns that would be lost. For hidden parts it is their description, and for an empty
   * cell it is ''.
   */
  about: string;
  rows: readonly number[];
}

/** Collects questions. */
export class Asks {
  readonly #all = new Map<string, { kind: Ask['kind']; about: string; rows: Set<number> }>();

  add(kind: Ask['kind'], about: string, row: number): void {
    const key = `${kind} ${about}`;
    const ask = this.#all.get(key) ?? { kind, about, rows: new Set<number>() };
    ask.rows.add(row);
    this.#all.set(key, ask);
  }

  get list(): Ask[] {
    return [...this.#all.values()].map((ask) => ({ ...ask, rows: [...ask.rows] }));
  }
}
