import type { CodeAnswer } from '#backend/products/import/code-answers.ts';
import type { TwinAnswer } from '#backend/products/import/twin-answers.ts';

/** What a file does not say. The merchant answers each once, for all rows. */
export interface Answers {
  /** The currency of prices that name none, by its three letters. */
  currency?: string;
  /** Naira for one unit of another currency. */
  rates: ReadonlyMap<string, number>;
  /** Prices in another currency are rounded to a multiple of this many naira. */
  round: number;
  /** Units of products whose stock is missing, or a word. */
  stock?: number;
  /** What becomes of products without a price. */
  unpriced?: 'leave-out';
  /** What a comma or a slash in a list means: 'split' if it separates two entries, 'keep' if it belongs to one. */
  commas?: 'split' | 'keep';
  /** Whether pictures are downloaded. */
  pictures?: 'fetch' | 'leave';
  /** Whether products that the shop has under another id, with the same brand, name and size, are the same ones. */
  known?: 'same' | 'new';
  /** 'list': a file that looks like that of a program is read as the merchant's own list. */
  program?: 'list';
  /** Which of several rows counts that mean one product. */
  twins?: TwinAnswer;
  /** Whether hidden rows and columns of a sheet are taken. */
  hidden?: 'take' | 'leave';
  /** Which product a row is whose SKU is that of another one. */
  codes?: CodeAnswer;
}

export const NO_ANSWERS: Answers = { rates: new Map(), round: 1 };

/** What has to be asked, and about which rows. */
export interface Ask {
  kind:
    | 'money'
    | 'currency'
    | 'stock'
    | 'price'
    | 'commas'
    | 'pictures'
    | 'known'
    | 'twins'
    | 'program'
    | 'codes'
    | 'hidden';
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
