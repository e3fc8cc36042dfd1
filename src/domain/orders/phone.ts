/**
 * Whether a phone number is worth a question: it names no other country and does not have the digits of a Nigerian one. The
 * API decides what is a number in use; this only asks the shopper to look again, and costs no metadata.
 */
export function looksMistyped(typed: string): boolean {
  const digits = typed.replace(/\D/g, '');
  if (/^\s*(\+|00)(?!\s*234)/.test(typed)) return false;
  const national = digits.replace(/^(00)?234/, '').replace(/^0/, '');
  return !/^[789]\d{9}$|^[1-6]\d{7,9}$/.test(national);
}
