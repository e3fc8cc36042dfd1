import type { Fault } from '#backend/base/faults.ts';

/** The questions about a merchant's file that have few answers, and the answers. */
export const CHOICES = {
  /** 'leave-out': products without a price are left out. */
  unpriced: ['leave-out'],
  /** What a comma or a slash in a list means: 'split' if it separates two entries, 'keep' if it belongs to one. */
  commas: ['split', 'keep'],
  /** Whether pictures are downloaded. */
  pictures: ['fetch', 'leave'],
  /** Whether products that the shop has under another id, with the same brand, name and size, are the same ones. */
  known: ['same', 'new'],
  /** The row that counts if several mean one product, or 'each' if they are products of their own. */
  twins: ['first', 'last', 'each'],
  /** Whether hidden rows and columns of a sheet are taken. */
  hidden: ['take', 'leave'],
  /** 'list': a file that looks like that of a program is read as the merchant's own list. */
  program: ['list'],
  /**
   * Which product a row is whose SKU is that of another one: that other one, or the one that its id or name says,
   * without the SKU.
   */
  codes: ['same', 'other'],
} as const;

export type ChoiceName = keyof typeof CHOICES;
export type Choice<Name extends ChoiceName> = (typeof CHOICES)[Name][number];
export type Choices = { [Name in ChoiceName]?: Choice<Name> };

/** What is wrong with a row whose choice is open, and the name of the product. */
export interface Asked extends Fault {
  about: string;
}

export const CHOICE_NAMES = Object.keys(CHOICES) as ChoiceName[];

/**
 * Reads the answers that were typed.
 * @param onUnknown - told of a text that is no answer. Such a question stays open.
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
