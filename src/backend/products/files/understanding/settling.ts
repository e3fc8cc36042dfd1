import type { Answers, Asks } from './answers.ts';
import type { LeftOut, Note } from './assemble.ts';
import type { Recognised } from './recognise.ts';

/** A file whose products become rows: its columns, answers and results so far. */
export interface Settling {
  table: Recognised;
  answers: Answers;
  /** The currency of amounts that name none; '' if the merchant must be asked. */
  currency: string;
  /** Names of brands that a product's name may begin with. */
  brands: readonly string[];
  /** Whether an address belongs to a picture of this shop. */
  isOwnPicture: (address: string) => boolean;
  asks: Asks;
  leftOut: LeftOut[];
  notes: Note[];
}
