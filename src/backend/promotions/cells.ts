import * as z from 'zod';
import { done, type Result, refuse } from '#backend/base/result.ts';
import {
  beginningCell,
  endCell,
  listCell,
  optionalWholeCell,
  readCell,
  readPrice,
  requiredCell,
  textCell,
} from '#backend/merchant-files/cells.ts';
import { findState } from '#domain/places/geography.ts';
import { codeOf, isCode } from '#domain/promotions/code.ts';
import type { Promotion, Scope, Takes } from '#domain/promotions/promotion.ts';

/** What a promotion is made of, as the form and the command call it, with the words for it in a form. */
export const PROMOTION_CELLS = {
  label: 'What shoppers read',
  kind: 'What it takes off',
  value: 'How much',
  for: 'The products',
  names: 'Their names',
  from: 'The least amount',
  begins: 'The beginning',
  ends: 'The end',
  limit: 'The limit',
  per_customer: 'The limit of a customer',
  adds_up: 'Whether it adds up',
  code: 'The code',
} as const;
export type PromotionCell = keyof typeof PROMOTION_CELLS;

export const KINDS = ['per_cent', 'naira', 'delivery', 'units'] as const;
export const SCOPES = ['all', 'brand', 'category', 'group', 'products'] as const;
/** The code of a promotion that counts by itself, and of one whose codes are made later. */
export const AUTOMATIC = 'automatic';
export const MADE_LATER = 'later';

const one = <const Words extends readonly string[]>(words: Words) =>
  readCell<Words[number]>(
    (text) => words.find((word) => word === text.toLowerCase().replace(' ', '_')),
    `write ${words.join(', ')}`,
  );
const MOST = 1_000_000;

const cells = z
  .object({
    label: requiredCell(80),
    kind: one(KINDS),
    value: textCell(2000),
    for: one(SCOPES),
    names: listCell(200, 200),
    from: readCell((text) => (text === '' ? 0 : readPrice(text)), 'write naira such as 50000'),
    begins: beginningCell,
    ends: endCell,
    limit: optionalWholeCell(1, MOST),
    per_customer: optionalWholeCell(1, MOST),
    adds_up: readCell(
      (text) => ({ yes: true, no: false, '': false })[text.toLowerCase()],
      'write yes or no',
    ),
    code: textCell(60),
  })
  .transform((row, context) => {
    const wrong = (path: PromotionCell, message: string) => {
      context.issues.push({ code: 'custom', message, path: [path], input: row });
      return z.NEVER;
    };
    const takes = takesOf(row.kind, row.value);
    if (typeof takes === 'string') return wrong('value', takes);
    if (row.for !== 'all' && row.names.length === 0)
      return wrong('names', 'must not be empty: name them with | between');
    const scope: Scope = row.for === 'all' ? { of: 'all' } : { of: row.for, names: row.names };
    if (row.begins && row.ends && row.begins >= row.ends)
      return wrong('ends', 'must come after the beginning');
    const automatic = row.code.toLowerCase() === AUTOMATIC;
    const code = automatic || row.code.toLowerCase() === MADE_LATER ? null : codeOf(row.code);
    if (code !== null && !isCode(code))
      return wrong(
        'code',
        `must have 3 to 40 letters and digits, or be '${AUTOMATIC}' or '${MADE_LATER}'`,
      );
    // Everybody would pay less for one bottle: then the page, the feeds and the search must say so.
    if (automatic && row.from === 0 && (takes.kind === 'per_cent' || takes.kind === 'naira'))
      return wrong(
        'from',
        'is needed without a code. What everybody pays less for is a discount of the product',
      );
    const rules: Omit<Promotion, 'id'> = {
      label: row.label,
      takes,
      scope,
      fromKobo: row.from,
      beginsAt: row.begins === null ? null : Date.parse(row.begins),
      endsAt: row.ends === null ? null : Date.parse(row.ends),
      limit: row.limit,
      customerLimit: row.per_customer,
      addsUp: row.adds_up,
      automatic,
    };
    return { rules, code };
  });

/** Reads how much it takes off; a text is what is wrong. */
function takesOf(kind: (typeof KINDS)[number], value: string): Takes | string {
  if (kind === 'per_cent') {
    const perCent = /^\d{1,3}(\.\d{1,2})?\s*%?$/.test(value) ? Number.parseFloat(value) : 0;
    return perCent > 0 && perCent <= 100 ? { kind, perCent } : 'must be from 0.01 to 100 per cent';
  }
  if (kind === 'naira') {
    const kobo = readPrice(value);
    return kobo ? { kind, kobo } : 'must be naira such as 5000';
  }
  if (kind === 'delivery') {
    const named = value.split('|').flatMap((name) => name.trim() || []);
    const states = named.map((name) => findState(name) ?? null);
    const unknown = named[states.indexOf(null)];
    return unknown === undefined
      ? { kind, states: states.filter((state) => state !== null) }
      : `names '${unknown}', which is no state of Nigeria: write states with | between, or none for all`;
  }
  const [, buy, get] = /^(\d{1,2})\s*\+\s*(\d{1,2})$/.exec(value) ?? [];
  return Number(buy) > 0 && Number(get) > 0
    ? { kind, buy: Number(buy), get: Number(get) }
    : 'must be such as 2+1: of each three the cheapest is free';
}

/** Reads what a promotion is made of. Refusal: invalid, with what is wrong with each cell. */
export function readPromotion(typed: Partial<Record<PromotionCell, string>>) {
  const empty = Object.fromEntries(Object.keys(PROMOTION_CELLS).map((name) => [name, '']));
  const read = cells.safeParse({ ...empty, for: 'all', ...typed });
  if (read.success) return done(read.data) satisfies Result<unknown, 'invalid'>;
  const faults = read.error.issues.map(({ path: [name], message }) => ({
    name: String(name) as PromotionCell,
    message,
  }));
  return refuse('invalid', faults.map(({ name, message }) => `${name} ${message}`).join('\n'), {
    fields: Object.fromEntries(
      faults.map(({ name, message }) => [name, `${PROMOTION_CELLS[name]} ${message}.`]),
    ),
  });
}
