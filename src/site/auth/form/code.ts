/** Number of digits in a code (spec §9). */
export const CODE_LENGTH = 6;

/** Returns the digits of a text, at most six (spec §5). */
export function codeOf(text: string): string {
  return text.replace(/\D/g, '').slice(0, CODE_LENGTH);
}
