import type { ChoiceName, Choices } from '#backend/products/files/import/choices.ts';

/** What a file does not say. The merchant answers each once, for all rows. */
export interface Answers extends Choices {
  /** The currency of prices that name none, by its three letters. */
  currency?: string;
  /** Whether `currency` is that of an earlier file with these headings. Nobody has said it of this one. */
  isRemembered?: boolean;
  /** Naira for one unit of another currency. */
  rates: ReadonlyMap<string, number>;
  /** Prices in another currency are rounded to a multiple of this many naira. */
  round: number;
  /** Units of products whose stock is missing, or a word. */
  stock?: number;
}

export const NO_ANSWERS: Answers = { rates: new Map(), round: 1 };

/** What has to be asked, and about which rows. */
export interface Ask {
  kind: 'money' | 'currency' | 'stock' | 'price' | Exclude<ChoiceName, 'unpriced'>;
  /**
   * The currency, or the probable one, the word in the place of a number, the list, the host, the shop's id, the name,
   * or the program with what is lost. '' for an empty cell. Of what is hidden, the words for it.
   */
  about: string;
  rows: readonly number[];
}

/** Gathers what has to be asked. */
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
