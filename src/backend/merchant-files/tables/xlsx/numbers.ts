import type { Format } from './formats.ts';

/** The last day of a spreadsheet, 9999-12-31. */
const LAST_DAY = 2_958_465;

/** Writes a number as its cell shows it: 38500, $95, 000123, 15%, 2026-12-24 or 2026-12-24 18:00. Other texts stay. */
export function numberText(stored: string, format: Format, from1904: boolean): string {
  const number = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(number)) return stored;
  const { kind, before = '', after = '', digits, decimals = 0 } = format;
  if (kind === 'percent') return `${decimal(number * 100)}%`;
  if (kind === 'number' && digits && Number.isSafeInteger(number) && number >= 0) {
    return `${before}${inDigits(number, digits)}${after}`.trim();
  }
  if (kind === 'number') {
    // A code of many digits is not rounded.
    const text = /^\d+$/.test(stored) ? BigInt(stored).toString() : decimal(number);
    return `${before}${withDecimals(text, decimals)}${after}`.trim();
  }
  if (number < 0 || number > LAST_DAY) return decimal(number);
  return momentText(number, kind, from1904);
}

/** Adds zeros at the end of a number up to this many decimals. */
function withDecimals(text: string, decimals: number): string {
  const [whole = '', rest = ''] = text.split('.');
  return decimals > rest.length ? `${whole}.${rest.padEnd(decimals, '0')}` : text;
}

/** Writes a number with the zeros and characters of its format: 41234 is '04-1234' in '00-0000'. */
function inDigits(number: number, format: string): string {
  const places = format.replace(/[^0]/g, '').length;
  const digits = String(number).padStart(places, '0');
  let at = digits.length - places;
  const shown = [...format].map((sign) => (sign === '0' ? (digits[at++] ?? '') : sign));
  return digits.slice(0, digits.length - places) + shown.join('');
}

/** Writes a number without an exponent or errors of binary fractions: rounded to five decimals, below 1 to twelve. */
function decimal(number: number): string {
  if (Number.isInteger(number)) return BigInt(number).toString();
  const text = number.toFixed(Math.abs(number) < 1 ? 12 : 5).replace(/\.?0+$/, '');
  return text === '-0' ? '0' : text;
}

/** Writes a time. Days count from an epoch, and Excel treats 1900 as a leap year. */
function momentText(days: number, format: 'day' | 'time', from1904: boolean): string {
  const epoch = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  // Rounded to the second, because fractions of a day are inexact.
  const at = new Date(epoch + Math.round(days * 86_400) * 1000).toISOString();
  const [day, time] = [at.slice(0, 10), at.slice(11, 16)];
  if (format === 'day') return day;
  return days < 1 ? time : `${day} ${time}`;
}

/** Writes a time that a cell stores as ISO text. */
export const isoText = (stored: string, format: Format): string =>
  format.kind === 'day' || stored.length <= 10
    ? stored.slice(0, 10)
    : stored.slice(0, 16).replace('T', ' ');
