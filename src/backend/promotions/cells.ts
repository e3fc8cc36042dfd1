import * as z from 'zod';
import { done, refuse } from '#backend/base/result.ts';
import {
  beginningCell,
  endCell,
  listCell,
  optionalWholeCell,
  readCell,
  readPrice,
  readWhole,
  requiredCell,
  textCell,
} from '#backend/merchant-files/cells.ts';
import { findState } from '#domain/places/geography.ts';
import { codeOf, isCode } from '#domain/promotions/code.ts';
import type { Scope, Takes } from '#domain/promotions/promotion.ts';
import {
  askedWords,
  FIELDS,
  type FieldName,
  fields,
  isAsked,
  type TypedPromotion,
} from './fields.ts';

/** Reads one of the options of a field. */
const one = <const Options extends readonly (readonly [string, string])[]>(options: Options) =>
  readCell<Options[number][0]>(
    (text) => options.find(([value]) => value === text)?.[0],
    `write ${options.map(([value]) => value).join(' or ')}`,
  );
const MOST = 1_000_000;

const cells = z
  .object({
    label: requiredCell(80),
    kind: one(FIELDS.kind.options),
    per_cent: textCell(20),
    naira: textCell(20),
    states: listCell(100, 60),
    buy: textCell(20),
    get: textCell(20),
    counts: one(FIELDS.counts.options),
    for: one(FIELDS.for.options),
    names: listCell(200, 200),
    from: readCell((text) => (text === '' ? 0 : readPrice(text)), 'write naira such as 50000'),
    begins: beginningCell,
    ends: endCell,
    limit: optionalWholeCell(1, MOST),
    per_customer: optionalWholeCell(1, MOST),
    first_order: one(FIELDS.first_order.options),
    adds_up: one(FIELDS.adds_up.options),
    code: textCell(60),
  })
  .transform((row, context) => {
    const wrong = (path: FieldName, message: string) => {
      context.issues.push({ code: 'custom', message, path: [path], input: row });
      return z.NEVER;
    };
    const takes = takesOf(row);
    if (Array.isArray(takes)) return wrong(...takes);
    if (row.for !== 'all' && row.names.length === 0)
      return wrong('names', 'must not be empty: name them with | between');
    const scope: Scope = row.for === 'all' ? { of: 'all' } : { of: row.for, names: row.names };
    if (row.begins && row.ends && row.begins >= row.ends)
      return wrong('ends', 'must come after the beginning');
    if (row.ends && Date.parse(row.ends) <= Date.now())
      return wrong('ends', 'is past already: write a time to come, or leave it empty');
    const automatic = row.counts === 'automatic';
    const code = row.counts === 'code' ? codeOf(row.code) : null;
    if (code !== null && !isCode(code))
      return wrong('code', 'must have 3 to 40 letters and digits');
    const firstOrder = row.first_order === 'yes';
    // Everybody would pay less for one bottle. Then the page, the feeds and the search must say so, too.
    if (
      automatic &&
      !firstOrder &&
      row.from === 0 &&
      (takes.kind === 'per_cent' || takes.kind === 'naira')
    )
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
      firstOrder,
      addsUp: row.adds_up === 'yes',
      automatic,
      code,
    };
  });

/** Returns what it takes off, or the wrong field with the reason. */
function takesOf({
  kind,
  per_cent,
  naira,
  states: named,
  buy,
  get,
}: {
  kind: Takes['kind'];
  per_cent: string;
  naira: string;
  states: string[];
  buy: string;
  get: string;
}): Takes | [FieldName, string] {
  switch (kind) {
    case 'per_cent': {
      const perCent = /^\d{1,3}(\.\d{1,2})?\s*%?$/.test(per_cent) ? Number.parseFloat(per_cent) : 0;
      // For pickup, an order would cost nothing, even if the code is only for some products.
      return perCent > 0 && perCent < 100
        ? { kind, perCent }
        : [
            'per_cent',
            'must be from 0.01 to 99.99: an order has to cost something, since no payment of ₦0 can be taken',
          ];
    }
    case 'naira': {
      const kobo = readPrice(naira);
      return kobo ? { kind, kobo } : ['naira', 'must be an amount such as 5000'];
    }
    case 'delivery': {
      const states = named.map((name) => findState(name) ?? null);
      const unknown = named[states.indexOf(null)];
      return unknown === undefined
        ? { kind, states: states.filter((state) => state !== null) }
        : ['states', `has '${unknown}', which is no state of Nigeria`];
    }
    case 'units': {
      const [bought, free] = [readWhole(buy, 1, 99), readWhole(get, 1, 99)];
      return bought && free
        ? { kind, buy: bought, get: free }
        : [bought ? 'get' : 'buy', 'must be a whole number from 1 to 99'];
    }
  }
}

/** Reads the fields of a promotion. Refusal: invalid, with the fault of each field. */
export function readPromotion(typed: TypedPromotion) {
  const standard = Object.fromEntries(
    fields.map(({ name, options }) => [name, options?.[0]?.[0] ?? '']),
  );
  const row: TypedPromotion = { ...standard, ...typed };
  const read = cells.safeParse(row);
  const faults = [
    ...(read.error?.issues ?? []).map(({ path: [name], message }) => [String(name), message]),
    ...fields.flatMap(({ name, ...field }) =>
      row[name] && !isAsked(field, row) ? [[name, `counts only ${askedWords(field)}`]] : [],
    ),
  ];
  if (read.data && faults.length === 0) return done(read.data);
  return refuse('invalid', faults.map(([name, message]) => `${name} ${message}`).join('\n'), {
    fields: Object.fromEntries(
      faults.map(([name, message]) => [name, `'${FIELDS[name as FieldName].label}' ${message}.`]),
    ),
  });
}
