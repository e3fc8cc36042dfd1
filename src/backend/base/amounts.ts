import { toKobo } from '#domain/money/money.ts';

/** An amount of money as people write it. */
export interface Amount {
  amount: number;
  /** Its code of three letters. It is NGN if the text names none. */
  currency: string;
}

const SIGNS: Readonly<Record<string, string>> = {
  '₦': 'NGN',
  N: 'NGN',
  NAIRA: 'NGN',
  $: 'USD',
  US$: 'USD',
  '£': 'GBP',
  '€': 'EUR',
};
const CODE = '[A-Z]{3}|US\\$|[₦$£€]|N(?=\\s*[\\d.,])|NAIRA';
const WRITTEN = new RegExp(
  `^(?<before>${CODE})?\\s*(?<digits>\\d[\\d.,\\s]*)(?<many>[KM])?\\s*(?:/[-=]+|=+)?\\s*(?<after>${CODE})?(?:\\s+ONLY)?\\.?$`,
  'i',
);

/**
 * Reads '₦38,500', 'N40,000', '48,500/=', '345k', 'NGN 7,500.00' or '12.50 GBP'; undefined for what is no amount, such as 'Call',
 * and for a number that can be read in two ways.
 * @param currency - of the column or the file.
 */
export function readAmount(text: string, currency = 'NGN'): Amount | undefined {
  const { before, digits, many, after } = WRITTEN.exec(text.trim())?.groups ?? {};
  const value = digits === undefined ? undefined : readDigits(digits);
  if (digits === undefined || value === undefined) return undefined;
  const sign = (before ?? after)?.toUpperCase();
  const factor = many === undefined ? 1 : many.toUpperCase() === 'K' ? 1000 : 1_000_000;
  const code = sign === undefined ? currency : (SIGNS[sign] ?? sign);
  // A digit is missing, or somebody thinks of kobo.
  if (code === 'NGN' && /^\d{1,3},\d{1,2}$/.test(digits.trim())) return undefined;
  return { amount: Math.round(value * factor * 100) / 100, currency: code };
}

/** Whole kobo of such an amount; undefined for another currency too, and for parts of a kobo. */
export function readNaira(text: string): number | undefined {
  const read = /\.\d\d0*[1-9]/.test(text) ? undefined : readAmount(text);
  return read?.currency === 'NGN' ? toKobo(read.amount) : undefined;
}

/** A number with commas, points or spaces between thousands, and two decimals at most after the other sign. */
function readDigits(written: string): number | undefined {
  const text = written.replace(/[\s\u00a0\u202f]+/g, ' ').trim();
  const [, whole, decimals] =
    /^(\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+)(?:\.(\d+))?$/.exec(text) ??
    // As much of Europe writes: 38.500,00. A lone 38.500 may be either.
    /^(\d{1,3}(?:\.\d{3}){2,}|\d+|\d{1,3}(?:[. ]\d{3})+(?=,\d{1,2}$))(?:,(\d{1,2}))?$/.exec(text) ??
    [];
  if (whole === undefined) return undefined;
  if (/^\d{1,3}\.\d{3}$/.test(text)) return undefined;
  return Number(`${whole.replace(/\D/g, '')}.${decimals ?? 0}`);
}
