import type { Answers, Asks } from './answers.ts';
import type { LeftOut, Note } from './assemble.ts';
import type { Recognised } from './recognise.ts';

/** A file whose products become rows: how it is read, and what came of it so far. */
export interface Settling {
  table: Recognised;
  answers: Answers;
  /** The currency of amounts that name none; '' if that is to be asked. */
  currency: string;
  /** Names of brands that a product's name may begin with. */
  brands: readonly string[];
  /** Whether an address is that of a picture of this shop. */
  isOwnPicture: (address: string) => boolean;
  asks: Asks;
  leftOut: LeftOut[];
  notes: Note[];
}
