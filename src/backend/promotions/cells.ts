import * as z from 'zod';
import { done, refuse } from '#backend/base/result.ts';
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
import type { Scope, Takes } from '#domain/promotions/promotion.ts';
import { PARTS, type PartName, parts, type TypedPromotion } from './parts.ts';

/** One of the options of a part. */
const one = <const Options extends readonly (readonly [string, string])[]>(options: Options) =>
  readCell<Options[number][0]>(
    (text) => options.find(([value]) => value === text)?.[0],
    `write ${options.map(([value]) => value).join(' or ')}`,
  );
const MOST = 1_000_000;

const cells = z
  .object({
    label: requiredCell(80),
    kind: one(PARTS.kind.options),
    value: textCell(2000),
    for: one(PARTS.for.options),
    names: listCell(200, 200),
    from: readCell((text) => (text === '' ? 0 : readPrice(text)), 'write naira such as 50000'),
    begins: beginningCell,
    ends: endCell,
    limit: optionalWholeCell(1, MOST),
    per_customer: optionalWholeCell(1, MOST),
    adds_up: one(PARTS.adds_up.options),
    code: textCell(60),
  })
  .transform((row, context) => {
    const wrong = (path: PartName, message: string) => {
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
    const automatic = row.code === 'automatic';
    const code = automatic || row.code === 'later' ? null : codeOf(row.code);
    if (code !== null && !isCode(code))
      return wrong('code', "must have 3 to 40 letters and digits, or be 'automatic' or 'later'");
    // Everybody would pay less for one bottle: then the page, the feeds and the search must say so.
    if (automatic && row.from === 0 && (takes.kind === 'per_cent' || takes.kind === 'naira'))
      return wrong(
        'from',
        'is needed without a code. What everybody pays less for is a discount of the product',
      );
    return {
      label: row.label,
      takes,
      scope,
      fromKobo: row.from,
      beginsAt: row.begins === null ? null : new Date(row.begins),
      endsAt: row.ends === null ? null : new Date(row.ends),
      useLimit: row.limit,
      customerLimit: row.per_customer,
      addsUp: row.adds_up === 'yes',
      automatic,
      code,
    };
  });

/** Reads how much it takes off; a text is what is wrong. */
function takesOf(kind: Takes['kind'], value: string): Takes | string {
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

/** Reads what a promotion is made of. Refusal: invalid, with what is wrong with each part. */
export function readPromotion(typed: TypedPromotion) {
  const empty = Object.fromEntries(parts.map(({ name }) => [name, '']));
  const read = cells.safeParse({ ...empty, for: 'all', adds_up: 'no', ...typed });
  if (read.success) return done(read.data);
  const faults = read.error.issues.map(({ path: [name], message }): [string, string] => [
    String(name),
    message,
  ]);
  return refuse('invalid', faults.map(([name, message]) => `${name} ${message}`).join('\n'), {
    fields: Object.fromEntries(
      faults.map(([name, message]) => [name, `'${PARTS[name as PartName].label}' ${message}.`]),
    ),
  });
}
