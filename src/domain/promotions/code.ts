/** Returns a code as it is stored: capitals without spaces. */
export const codeOf = (typed: string): string => typed.replace(/\s+/g, '').toUpperCase();

/** Whether a code can be stored. */
export const isCode = (code: string): boolean => /^[A-Z0-9][A-Z0-9_-]{2,39}$/.test(code);
