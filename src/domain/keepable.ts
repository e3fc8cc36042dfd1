/**
 * Whether a text can be kept: PostgreSQL stores no NUL character, and nothing that is not JavaScript can hold half of a
 * surrogate pair. A file of its own, because every page has it.
 */
export const isKeepable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
