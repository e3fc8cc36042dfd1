/**
 * Naira of Flutterwave and our kobo. Both directions go through text: a float never holds an amount, so no amount is
 * a kobo less than it was.
 */

const NAIRA = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/;

/** Returns the kobo of an amount in naira. Null for text that is not one, or has parts of a kobo. */
export function koboOf(naira: string): number | null {
  const [, whole, part = ''] = NAIRA.exec(naira) ?? [];
  return whole === undefined ? null : Number(whole + part.padEnd(2, '0'));
}

/** Returns an amount of kobo in naira: '41800', or '41800.50'. @throws RangeError if it is not a whole number of kobo. */
export function nairaOf(kobo: number): string {
  if (!Number.isSafeInteger(kobo) || kobo < 0) throw new RangeError(`${kobo} is no amount of kobo`);
  const digits = String(kobo).padStart(3, '0');
  const part = digits.slice(-2);
  return digits.slice(0, -2) + (part === '00' ? '' : `.${part}`);
}
