import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { FormRequest } from '#backend/office/frame/page-request.ts';
import { readChoices } from '#backend/products/files/import/choices.ts';
import type { SavedAnswers } from '#backend/products/files/jobs/answers.ts';

/** The currencies that the merchant may choose, by code. */
export const CURRENCIES: Readonly<Record<string, string>> = {
  NGN: 'Naira',
  USD: 'US dollars',
  GBP: 'British pounds',
  EUR: 'Euros',
  XOF: 'CFA francs',
  GHS: 'Ghanaian cedis',
  AED: 'UAE dirhams',
  INR: 'Indian rupees',
  CNY: 'Chinese yuan',
  ZAR: 'South African rand',
};

export const rateField = (currency: string): string => `rate-${currency}`;

const MOST_RATE = 10_000_000;
const MOST_UNITS = 1_000_000;

/** The answers typed into the form of questions. */
export interface Answered {
  answers: SavedAnswers;
  sheet?: string;
}

/** Reads the form of questions. An empty field leaves its question open. Refusal: invalid, with each fault at its field. */
export function readAnswered(request: FormRequest): Result<Answered, StaffCode> {
  const faults: Record<string, string> = {};
  const answers: SavedAnswers = {};
  const currencies = [...request.fields.keys()].flatMap(
    (name) => /^rate-([A-Z]{3})$/.exec(name)?.[1] ?? [],
  );
  for (const currency of currencies) {
    const text = request.text(rateField(currency)).replaceAll(',', '');
    if (text === '') continue;
    const rate = Number(text);
    if (rate > 0 && rate < MOST_RATE) answers.rates = { ...answers.rates, [currency]: rate };
    else faults[rateField(currency)] = `Write how many naira one ${currency} is, such as 2100.`;
  }
  for (const name of ['round', 'stock'] as const) {
    const text = request.text(name).replaceAll(',', '');
    if (text === '') continue;
    const least = name === 'round' ? 1 : 0;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= MOST_UNITS) answers[name] = value;
    else faults[name] = `Write a whole number from ${least} to ${MOST_UNITS.toLocaleString('en')}.`;
  }
  const currency = request.text('currency');
  if (Object.hasOwn(CURRENCIES, currency)) answers.currency = currency;
  Object.assign(
    answers,
    readChoices((name) => request.text(name)),
  );
  if (Object.keys(faults).length > 0) {
    return refuse('invalid', 'Some answers cannot be read. Nothing is lost.', { fields: faults });
  }
  return done({
    answers,
    ...(request.fields.has('sheet') && { sheet: request.text('sheet') }),
  });
}
