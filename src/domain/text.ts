import { isKeepable } from './keepable.ts';

/** Returns what is wrong with a text and how to fix it, as the rest of a sentence; undefined if it can be stored. */
export function textFault(text: string): string | undefined {
  if (isKeepable(text)) return undefined;
  return text.includes('\0')
    ? 'contains a NUL character: remove it'
    : 'contains half a character: type it again';
}

/**
 * Invisible marks: zero-width spaces, word joiners, soft hyphens, the byte order mark, and marks that change the
 * direction of a text. They come with text copied from a chat or an address book.
 */
const UNSEEN = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

/** Returns the text without invisible marks. */
export const seen = (text: string): string => text.replace(UNSEEN, '');

/** Returns the text without what cannot be stored, for texts whose writer cannot be asked to fix them. */
export const keepable = (text: string): string => text.replaceAll('\0', '').toWellFormed();
