import { type Amount, currencyOf, readAmount } from '#backend/base/amounts.ts';
import type { Answers } from './answers.ts';
import type { SourceRow } from './records.ts';
import type { SettledRow } from './settled-row.ts';
import type { Settling } from './settling.ts';

/** Returns the cells of a row's price and discount; undefined if a question comes first. */
export function priceCells(row: SourceRow, settling: Settling): SettledRow['cells'] | undefined {
  const { texts } = row;
  const price = nairaOf(row, 'price', settling);
  if (price === undefined) {
    // The question about a missing currency has been asked by now.
    if (amountOf(row, 'price', settling) === undefined) withoutPrice(row, settling);
    return undefined;
  }
  const { percent, off } = discountOf(row, settling);
  const full = nairaOf(row, 'fullPrice', settling) ?? price;
  const sale =
    nairaOf(row, 'salePrice', settling) ??
    nairaOf(row, 'nairaOff', settling, price) ??
    Math.max(price - off, 0);
  if (sale > price) {
    const text = `has a sale price of ${naira(sale)}, which is above the price: it is not read`;
    settling.notes.push({ row: row.row, text });
  }
  const least = Math.min(sale, price);
  const most = Math.max(full, price);
  // This shop's feed for Google gives a sale the start of its product.
  const isFeed = row.own.marked && settling.table.format.idsInAddresses;
  const starts = isFeed ? '' : dayOf(texts.saleStarts, 0);
  const ends = dayOf(texts.saleEnds, 1);
  const discount =
    least < most ? naira(most - least) : percent > 0 && percent <= 100 ? `${percent}%` : '';
  return {
    price: naira(most),
    ...(SALES.some((field) => settling.table.fields.has(field)) ? { discount } : {}),
    ...(discount && starts ? { discount_starts: starts } : {}),
    ...(discount && ends ? { discount_until: ends } : {}),
  };
}

/** Reads a column of discounts: per cent up to 100, otherwise an amount. `off` is in naira. */
function discountOf(source: SourceRow, settling: Settling): { percent: number; off: number } {
  const text = source.texts.percentOff ?? '';
  const [, number] = /^([\d.,]+)\s*%(?:\s*off)?$/i.exec(text) ?? [];
  const amount = number === undefined ? amountOf(source, 'percentOff', settling) : undefined;
  const percent = number === undefined ? amount?.amount : Number(number.replace(',', '.'));
  if (percent !== undefined && percent <= 100) return { percent, off: 0 };
  if (amount) return { percent: 0, off: converted(amount, settling.answers) ?? 0 };
  if (text !== '') {
    settling.notes.push({ row: source.row, text: `has the discount '${text}', which is not read` });
  }
  return { percent: 0, off: 0 };
}

function withoutPrice({ row, texts }: SourceRow, { answers, asks, leftOut }: Settling): void {
  const { name = '', price = '' } = texts;
  if (answers.unpriced === undefined) asks.add('price', price, row);
  else leftOut.push({ row, name, what: price ? `without a price: '${price}'` : 'without a price' });
}

/** The columns in which programs write 0 for no sale. */
const NONE_IS_ZERO: ReadonlySet<string> = new Set(['fullPrice', 'salePrice', 'nairaOff']);

const SALES = ['fullPrice', 'salePrice', 'percentOff', 'nairaOff'] as const;

/** Returns a day or time, or the first or second of two with a slash between. Programs write 0000-00-00 for no day. */
function dayOf(text = '', at: 0 | 1): string {
  const both = /^(\d{4}-[^/]+)\/(\d{4}-[^/]+)$/.exec(text);
  const day = (both?.[at + 1] ?? text).replace(/(T.*[+-]\d\d)(\d\d)$/, '$1:$2');
  return day.startsWith('0000') ? '' : day;
}

const naira = (amount: number): string => amount.toFixed(2).replace(/\.00$/, '');

/**
 * Returns the naira in a cell; undefined for an empty cell, a word, or a currency without a rate.
 * @param from - given if the cell is an amount to subtract from this.
 */
function nairaOf(
  source: SourceRow,
  field: MoneyField,
  settling: Settling,
  from?: number,
): number | undefined {
  const amount = amountOf(source, field, settling);
  const isNone = NONE_IS_ZERO.has(field) && !settling.table.format.freeSales;
  if (amount === undefined || (isNone && amount.amount === 0)) return undefined;
  const value = converted(amount, settling.answers);
  if (amount.currency === '') settling.asks.add('money', '', source.row);
  else if (value === undefined) settling.asks.add('currency', amount.currency, source.row);
  return value === undefined || from === undefined ? value : Math.max(from - value, 0);
}

type MoneyField = 'price' | 'fullPrice' | 'salePrice' | 'nairaOff' | 'percentOff';

/** Returns the amount in a cell, with the currency of the cell, its row, its heading or the file. */
const amountOf = (
  { texts, currencies, own }: SourceRow,
  field: MoneyField,
  { currency }: Settling,
): Amount | undefined =>
  readAmount(
    texts[field] ?? '',
    (own.marked && 'NGN') ||
      rowCurrency(texts.currency) ||
      (currencies[field] ?? currencies.price) ||
      currency,
  );

/** Returns the currency of a row's cell in a column of currencies. */
const rowCurrency = (text = ''): string | undefined => currencyOf(text) ?? text.toUpperCase();

/**
 * Returns the currency of amounts that name none: the merchant's answer, or naira if the file has prices in naira and none
 * in another currency. Returns '' if the merchant must be asked. The currency of an earlier file does not count if most
 * prices contradict it.
 */
export function fileCurrency(
  rows: readonly SourceRow[],
  { currency, isRemembered }: Answers,
): string {
  const priced = rows.filter(({ texts }) => texts.price);
  const isLow = priced.filter((row) => !looksLikeNaira([row])).length * 2 > priced.length;
  const isOdd = currency === 'NGN' ? isLow : /^(?:USD|GBP|EUR)$/.test(currency ?? '') && !isLow;
  if (currency && !(isRemembered && isOdd)) return currency;
  if (rows.some(({ own }) => own.marked)) return 'NGN';
  const named = new Set(
    rows.flatMap((row) => amountOf(row, 'price', { currency: '' } as Settling)?.currency || []),
  );
  return named.size === 1 && named.has('NGN') ? 'NGN' : '';
}

/** The lowest price in naira that a perfume may have. */
const LEAST_NAIRA = 1000;

/** Whether amounts that name no currency look like naira. */
export const looksLikeNaira = (rows: readonly SourceRow[]): boolean =>
  rows.every(({ texts }) => {
    const { amount = 0 } = readAmount(texts.price ?? '', '') ?? {};
    return amount === 0 || amount >= LEAST_NAIRA;
  });

function converted({ amount, currency }: Amount, { rates, round }: Answers): number | undefined {
  // While a missing currency is being asked about it counts as naira, so that all other questions come at once.
  if (currency === 'NGN' || currency === '') return amount;
  const rate = rates.get(currency);
  return rate === undefined
    ? undefined
    : Math.max(round, Math.round((amount * rate) / round) * round);
}
