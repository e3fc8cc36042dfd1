/**
 * What the shop takes as text: what PostgreSQL, UTF-8 and an address can all hold. PostgreSQL stores no NUL character, and
 * nothing that is not JavaScript can hold half of a surrogate pair.
 */

/** What is wrong with a text and how to mend it, as the rest of a sentence; undefined if it can be kept. */
export function textFault(text: string): string | undefined {
  if (text.includes('\0')) return 'contains a NUL character: remove it';
  return text.isWellFormed() ? undefined : 'contains half a character: type it again';
}

/** The text without what cannot be kept, for texts whose writer cannot be asked to mend them. */
export const keepable = (text: string): string => text.replaceAll('\0', '').toWellFormed();
