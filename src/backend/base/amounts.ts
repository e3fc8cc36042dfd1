import { toKobo } from '#domain/money/money.ts';

/** An amount of money as people write it. */
export interface Amount {
  amount: number;
  /** Its three-letter code. If the text names none, it is that of the column or the file. */
  currency: string;
}

/** Currencies by the signs and words that people write for them. */
const SIGNS: Readonly<Record<string, string>> = {
  ...{ '₦': 'NGN', '#': 'NGN', N: 'NGN', NAIRA: 'NGN' },
  ...{ $: 'USD', US$: 'USD', DOLLAR: 'USD', DOLLARS: 'USD' },
  ...{ '£': 'GBP', POUND: 'GBP', POUNDS: 'GBP', '€': 'EUR', EURO: 'EUR', EUROS: 'EUR' },
  ...{
    CFA: 'XOF',
    FCFA: 'XOF',
    'F CFA': 'XOF',
    '₵': 'GHS',
    'GH₵': 'GHS',
    GHC: 'GHS',
    CEDIS: 'GHS',
  },
  ...{ DH: 'AED', DHS: 'AED', DIRHAM: 'AED', DIRHAMS: 'AED', '₹': 'INR', RS: 'INR', 'RS.': 'INR' },
  ...{ R: 'ZAR', KSH: 'KES', '¥': 'CNY', C$: 'CAD', A$: 'AUD', SR: 'SAR', TL: 'TRY', '₺': 'TRY' },
};
/** Other currencies that headings may name, from shops that Nigerian merchants buy from or have left. */
const CODES = 'NGN,USD,GBP,EUR,XOF,XAF,GHS,AED,INR,PKR,ZAR,KES,CNY,CAD,AUD,SAR,TRY,CHF,QAR,KWD,EGP';
const NAMED = new Map([
  ...Object.entries(SIGNS),
  ...CODES.split(',').map((code): [string, string] => [code, code]),
]);

/** Returns the code of a currency by its sign, code or word; undefined for any other text. */
export const currencyOf = (text: string): string | undefined =>
  NAMED.get(text.trim().toUpperCase());

const escaped = (text: string) => text.replace(/[$.]/g, '\\$&');
const WORDS = [...NAMED.keys()].toSorted((one, other) => other.length - one.length).map(escaped);
/** A letter alone comes before digits. */
const SIGN = `${WORDS.filter((word) => !/^[NR]$/.test(word)).join('|')}|[NR](?=\\s*[\\d.,])|[A-Z]{3}`;
const WRITTEN = new RegExp(
  `^(?<before>${SIGN})?\\s*(?<digits>\\d[\\d.,\\s]*)(?<many>[KM])?\\s*(?:/[-=]+|=+)?\\s*(?<after>${SIGN})?(?:\\s+ONLY)?\\.?$`,
  'i',
);

/**
 * Reads '₦38,500', 'N40,000', '48,500/=', '345k', 'NGN 7,500.00', '25 000 FCFA' or '12.50 GBP'. Returns undefined for text
 * that is not an amount, such as 'Call', and for an ambiguous number. Naira have two decimals, so 'N55.000' has thousands.
 * @param currency - of the column or the file; '' if nothing names it.
 */
export function readAmount(text: string, currency = 'NGN'): Amount | undefined {
  const { before, digits, many, after } = WRITTEN.exec(text.trim())?.groups ?? {};
  if (digits === undefined) return undefined;
  const sign = before ?? after;
  const code = sign === undefined ? currency : (currencyOf(sign) ?? sign.toUpperCase());
  const isNaira = code === 'NGN' && sign !== undefined;
  const value = readDigits(isNaira ? digits.replace(/^(\d{1,3})\.(\d{3})\s*$/, '$1$2') : digits);
  if (value === undefined) return undefined;
  const factor = many === undefined ? 1 : many.toUpperCase() === 'K' ? 1000 : 1_000_000;
  // A digit is missing, or the writer means kobo.
  if (/^(NGN)?$/.test(code) && /^\d{1,3},\d{1,2}$/.test(digits.trim())) return undefined;
  return { amount: Math.round(value * factor * 100) / 100, currency: code };
}

/** Returns the whole kobo of such an amount; also undefined for another currency and for parts of a kobo. */
export function readNaira(text: string): number | undefined {
  const read = /\.\d\d0*[1-9]/.test(text) ? undefined : readAmount(text);
  return read?.currency === 'NGN' ? toKobo(read.amount) : undefined;
}

/** Reads a number with commas, points or spaces between thousands, and at most two decimals after the other sign. */
function readDigits(written: string): number | undefined {
  const text = written.replace(/[\s\u00a0\u202f]+/g, ' ').trim();
  const [, whole, decimals] =
    /^(\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+)(?:\.(\d+))?$/.exec(text) ??
    // The form of much of Europe: 38.500,00. A lone 38.500 is ambiguous.
    /^(\d{1,3}(?:\.\d{3}){2,}|\d+|\d{1,3}(?:[. ]\d{3})+(?=,\d{1,2}$))(?:,(\d{1,2}))?$/.exec(text) ??
    [];
  if (whole === undefined) return undefined;
  if (/^\d{1,3}\.\d{3}$/.test(text)) return undefined;
  return Number(`${whole.replace(/\D/g, '')}.${decimals ?? 0}`);
}
