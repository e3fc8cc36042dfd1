import type { Fault } from '#backend/base/faults.ts';

/** The questions about a merchant's file that have a few fixed answers, and those answers. */
export const CHOICES = {
  /** 'leave-out': products without a price are left out. */
  unpriced: ['leave-out'],
  /** Whether a comma or a slash in a list separates two entries ('split') or belongs to one ('keep'). */
  commas: ['split', 'keep'],
  /** Whether pictures are downloaded. */
  pictures: ['fetch', 'leave'],
  /** Whether a product with the same brand, name and size but another id is the same product. */
  known: ['same', 'new'],
  /** The row that counts if several name one product; 'each' if they are different products. */
  twins: ['first', 'last', 'each'],
  /** Whether hidden rows and columns of a sheet are read. */
  hidden: ['take', 'leave'],
  /** 'list': a file that looks like a program's is read as the merchant's own list. */
  program: ['list'],
  /** The product of a row whose SKU belongs to another: that other one, or the one of the row's id or name, without the SKU. */
  codes: ['same', 'other'],
} as const;

export type ChoiceName = keyof typeof CHOICES;
export type Choice<Name extends ChoiceName> = (typeof CHOICES)[Name][number];
export type Choices = { [Name in ChoiceName]?: Choice<Name> };

/** The fault of a row whose choice is open, with the name of the product. */
export interface Asked extends Fault {
  about: string;
}

export const CHOICE_NAMES = Object.keys(CHOICES) as ChoiceName[];

/**
 * Reads the answers that were typed.
 * @param onUnknown - called with a text that is not an answer. Its question stays open.
 */
export function readChoices(
  typed: (name: ChoiceName) => string | undefined,
  onUnknown: (name: ChoiceName, text: string) => void = () => {},
): Choices {
  const answered = CHOICE_NAMES.flatMap((name) => {
    const text = typed(name);
    if (text === undefined) return [];
    if ((CHOICES[name] as readonly string[]).includes(text)) return [[name, text]];
    onUnknown(name, text);
    return [];
  });
  return Object.fromEntries(answered);
}
