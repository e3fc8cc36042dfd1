/**
 * Whether a phone number looks mistyped: it has no other country's code and not the digits of a Nigerian number. The
 * shopper is then asked to look again; the API decides. It needs no phone metadata.
 */
export function looksMistyped(typed: string): boolean {
  const digits = typed.replace(/\D/g, '');
  if (/^\s*(\+|00)(?!\s*234)/.test(typed)) return false;
  const national = digits.replace(/^(00)?234/, '').replace(/^0/, '');
  return !/^[789]\d{9}$|^[1-6]\d{7,9}$/.test(national);
}
