/**
 * Whether a text can be stored: PostgreSQL has no NUL character, and only JavaScript can hold half of a surrogate pair.
 * A separate file, because every page has it.
 */
export const isKeepable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
