import { isKeepable } from './keepable.ts';

/** What is wrong with a text and how to mend it, as the rest of a sentence; undefined if it can be kept. */
export function textFault(text: string): string | undefined {
  if (isKeepable(text)) return undefined;
  return text.includes('\0')
    ? 'contains a NUL character: remove it'
    : 'contains half a character: type it again';
}

/**
 * Marks that nobody sees: zero-width spaces, joiners of words, soft hyphens, the byte order mark, and what turns the
 * direction of a text. They come with what is copied from a chat or an address book.
 */
const UNSEEN = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

/** The text without marks that nobody sees. */
export const seen = (text: string): string => text.replace(UNSEEN, '');

/** The text without what cannot be kept, for texts whose writer cannot be asked to mend them. */
export const keepable = (text: string): string => text.replaceAll('\0', '').toWellFormed();
