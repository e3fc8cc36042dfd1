import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reduce } from './best.ts';
import { choose } from './choice.ts';
import { cutKobo } from './discount.ts';
import type { Offer } from './offer.ts';
import type { Cart, CartLine, Promotion } from './promotion.ts';
import { NOW, promotion, UNUSED } from './promotions.harness.ts';

const line = (part: Partial<CartLine> = {}): CartLine => ({
  productId: 'oud',
  brand: 'Amouage',
  categories: ['Niche'],
  group: null,
  sample: false,
  quantity: 1,
  fullKobo: 10_000_00,
  priceKobo: 10_000_00,
  ...part,
});
const cart = (lines: CartLine[], rest: Partial<Cart> = {}): Cart => ({
  lines,
  feeKobo: 3_000_00,
  state: 'Lagos',
  ...rest,
});
const offer = (part: Partial<Promotion> = {}, rest: Partial<Offer> = {}): Offer => ({
  promotion: promotion(part),
  uses: UNUSED,
  ...rest,
});
/** Returns the discount of one promotion, whatever else may count. */
const cutOf = (rules: Promotion, bought: Cart) =>
  choose(bought, [{ promotion: rules, uses: UNUSED }]);
const withCode = (part: Partial<Promotion> = {}, rest: Partial<Offer> = {}) =>
  offer({ automatic: false, ...part }, { code: 'X', ...rest });

describe('what a promotion takes off', () => {
  it('shares naira by line to the kobo', () => {
    const lines = [
      line({ priceKobo: 100, fullKobo: 100 }),
      line({ priceKobo: 200, fullKobo: 200 }),
    ];
    const cut = cutOf(promotion({ takes: { kind: 'naira', kobo: 100 } }), cart(lines));
    expect(cut.lines).toEqual([33, 67]);
  });

  it('makes the cheapest of each set free, from the dearest unit down', () => {
    const takes = { kind: 'units', buy: 2, get: 1 } as const;
    const cutsOfUnits = (...lines: [priceKobo: number, quantity: number][]) =>
      cutOf(
        promotion({ takes }),
        cart(lines.map(([kobo, quantity]) => line({ quantity, priceKobo: kobo, fullKobo: kobo }))),
      ).lines;
    expect(cutsOfUnits([900, 3], [500, 4])).toEqual([900, 500]);
    expect(cutsOfUnits([10_000, 2])).toEqual([0]);
    // A cheap product beside a set leaves the set as it is.
    expect(cutsOfUnits([52_500_00, 3], [3_500_00, 1])).toEqual([52_500_00, 0]);
    const two = promotion({ takes: { kind: 'units', buy: 1, get: 2 } });
    expect(cutOf(two, cart([line({ quantity: 2 })])).lines).toEqual([10_000_00]);
  });

  it('gives each line the better of its own discount and a promotion that cannot be combined with it', () => {
    const lines = [
      line({ fullKobo: 1000, priceKobo: 950 }),
      line({ fullKobo: 1000, priceKobo: 700 }),
    ];
    expect(cutOf(promotion({ addsUp: false }), cart(lines)).lines).toEqual([50, 0]);
    expect(cutOf(promotion({ addsUp: true }), cart(lines)).lines).toEqual([95, 70]);
  });

  it('gives the whole amount to other lines if a reduced line cannot take it', () => {
    const lines = [
      line({ fullKobo: 1000, priceKobo: 500 }),
      line({ fullKobo: 1000, priceKobo: 1000 }),
    ];
    const takes = { kind: 'naira', kobo: 400 } as const;
    expect(cutOf(promotion({ takes, addsUp: false }), cart(lines)).lines).toEqual([0, 400]);
  });

  it('frees the delivery in the states that it names', () => {
    const takes = { kind: 'delivery', states: ['Lagos'] } as const;
    expect(cutOf(promotion({ takes }), cart([line()])).feeKobo).toBe(3_000_00);
    expect(cutOf(promotion({ takes }), cart([line()], { state: 'Kano' })).feeKobo).toBe(0);
  });
});

describe('which promotions count', () => {
  it('are the best for the goods and one for the delivery', () => {
    const small = offer({ id: 'a', takes: { kind: 'per_cent', perCent: 5 } });
    const free = offer({ id: 'c', takes: { kind: 'delivery', states: [] } });
    const best = withCode({ id: 'b', takes: { kind: 'per_cent', perCent: 20 } });
    const all = reduce(cart([line()]), [small, free, best], NOW, 'X');
    expect(all.applied.map(({ promotion: { id }, kobo }) => [id, kobo])).toEqual([
      ['b', 2_000_00],
      ['c', 3_000_00],
    ]);
    expect(cutKobo(all)).toBe(5_000_00);
  });

  it('say that a code is not used if another offer takes off as much', () => {
    const all = reduce(cart([line()]), [offer({ label: 'Harmattan' }), withCode()], NOW, 'X');
    expect(all.applied.map(({ code }) => code)).toEqual([undefined]);
    expect(all.hints).toEqual(["The code X is not used: 'Harmattan' takes off as much or more."]);
  });

  it.each([
    ['not_begun', { beginsAt: NOW + 1 }, {}],
    ['ended', { endsAt: NOW }, {}],
    ['used_up', { limit: 5 }, { uses: { all: 5, customer: 0, code: 0 } }],
    ['used_up', {}, { once: true, uses: { all: 1, customer: 0, code: 1 } }],
    ['used_by_customer', { customerLimit: 1 }, { uses: { all: 1, customer: 1, code: 0 } }],
    ['not_first', { firstOrder: true }, { hasOrdered: true }],
    ['below_amount', { fromKobo: 12_000_00 }, {}],
    ['not_for_these', { scope: { of: 'brand', names: ['Creed'] } }, {}],
    ['not_for_these', { takes: { kind: 'delivery', states: ['Kano'] } }, {}],
    ['not_for_these', { takes: { kind: 'units', buy: 1, get: 1 } }, {}],
  ] as const)('refuse a code as %s', (reason, rules, rest) => {
    const all = reduce(cart([line()]), [withCode(rules as Partial<Promotion>, rest)], NOW, 'X');
    expect(all.refused?.reason).toBe(reason);
    expect(all.refused?.message).toMatch(/^[A-Z].*\bX\b.*\.$/);
    expect(cutKobo(all)).toBe(0);
  });

  it('keep the credit for a bottle, even if the bottle would be the free unit of a set', () => {
    const takes = { kind: 'units', buy: 2, get: 1 } as const;
    const unit = (kobo: number, rest: Partial<CartLine> = {}) =>
      line({ priceKobo: kobo, fullKobo: kobo, ...rest });
    const scope = { of: 'bottles', names: ['oud-wood'] } as const;
    const credit = withCode(
      { id: 'c', scope, takes: { kind: 'naira', kobo: 45 } },
      { creditKobo: 45 },
    );
    const bottle = unit(90, { group: 'oud-wood' });
    const off = (lines: CartLine[]) =>
      reduce(cart(lines), [offer({ takes }), credit], NOW, 'X').lines;
    expect(off([unit(100), bottle, unit(80)])).toEqual([0, 45, 80]);
    expect(off([unit(100), unit(100), bottle, unit(80)])).toEqual([0, 0, 45, 80]);
    // Here the free bottle is worth more than the credit.
    expect(off([unit(100), unit(100), bottle])).toEqual([0, 0, 90]);
  });

  it('refuse an unknown code', () => {
    expect(reduce(cart([line()]), [], NOW, 'X').refused?.reason).toBe('unknown');
  });

  it('say what is missing for promotions without a code', () => {
    const takes = { kind: 'delivery', states: ['Lagos'] } as const;
    const near = offer({ takes, fromKobo: 22_000_00 });
    expect(reduce(cart([line()]), [near], NOW).hints).toEqual([
      'Add ₦12,000 more for free delivery in Lagos.',
    ]);
    expect(reduce(cart([line()], { state: 'Kano' }), [near], NOW).hints).toEqual([]);
    const open = cart([line({ quantity: 3 })], { feeKobo: null, state: null });
    expect(reduce(open, [near], NOW).hints).toEqual(['This order gets free delivery in Lagos.']);
  });

  it('say that they count for a first order, as long as that is not known', () => {
    const first = offer({ label: 'Welcome', firstOrder: true });
    const { applied, hints } = reduce(cart([line()]), [first], NOW);
    expect([applied.length, hints]).toEqual([1, ["'Welcome' counts if this is your first order."]]);
    const later = reduce(cart([line()]), [{ ...first, hasOrdered: true }], NOW);
    expect([later.applied, later.hints]).toEqual([[], []]);
  });

  it.each([
    [{ of: 'brand', names: [' amouage'] }, true],
    [{ of: 'category', names: ['Designer', 'niche'] }, true],
    [{ of: 'group', names: ['oud-wood'] }, false],
    [{ of: 'products', names: ['oud'] }, true],
  ] as const)('are for %j', (scope, counts) => {
    expect(cutKobo(reduce(cart([line()]), [offer({ scope })], NOW)) > 0).toBe(counts);
  });

  it('are for the bottles of a group, and not for its samples', () => {
    const lines = [line({ group: 'Oud-Wood', sample: true }), line({ group: 'Oud-Wood' }), line()];
    const scope = { of: 'bottles', names: ['oud-wood'] } as const;
    expect(reduce(cart(lines), [offer({ scope })], NOW).lines).toEqual([0, 100_000, 0]);
    const [sample] = lines;
    const alone = cart(sample ? [sample] : []);
    expect(reduce(alone, [withCode({ scope })], NOW, 'X').refused).toEqual({
      reason: 'not_for_these',
      message:
        'The code X takes nothing off this order. It is for bottles of the fragrance of your sample.',
    });
  });
});

describe('over rules, carts and clocks', () => {
  const kobo = fc.integer({ min: 0, max: 500_000_00 });
  const price = fc.record({ full: kobo, off: fc.double({ min: 0, max: 1, noNaN: true }) });
  const anyLine = fc
    .record({
      productId: fc.constantFrom('a', 'b', 'c', 'd'),
      brand: fc.constantFrom('', 'Creed', 'Amouage'),
      categories: fc.subarray(['Niche', 'Oils']),
      group: fc.constantFrom(null, 'oud-wood'),
      sample: fc.boolean(),
      quantity: fc.integer({ min: 1, max: 12 }),
      price,
    })
    .map(({ price: { full, off }, ...rest }) => ({
      ...rest,
      fullKobo: full,
      priceKobo: full - Math.floor(full * off * 0.7),
    }));
  const anyCart: fc.Arbitrary<Cart> = fc.record({
    lines: fc.array(anyLine, { minLength: 1, maxLength: 6 }),
    feeKobo: fc.constantFrom(null, 0, 1_500_00, 4_000_01),
    state: fc.constantFrom(null, 'Lagos', 'Kano'),
  });
  const takes = fc.oneof(
    fc.record({
      kind: fc.constant('per_cent' as const),
      perCent: fc.integer({ min: 1, max: 10_000 }).map((n) => n / 100),
    }),
    fc.record({
      kind: fc.constant('naira' as const),
      kobo: fc.integer({ min: 1, max: 2_000_000_00 }),
    }),
    fc.record({ kind: fc.constant('delivery' as const), states: fc.subarray(['Lagos', 'Kano']) }),
    fc.record({
      kind: fc.constant('units' as const),
      buy: fc.integer({ min: 1, max: 4 }),
      get: fc.integer({ min: 1, max: 3 }),
    }),
  );
  const scope = fc.oneof(
    fc.constant({ of: 'all' as const }),
    fc.record({ of: fc.constant('brand' as const), names: fc.subarray(['Creed', 'Amouage']) }),
    fc.record({ of: fc.constant('products' as const), names: fc.subarray(['a', 'b', 'c']) }),
    fc.constant({ of: 'bottles' as const, names: ['Oud-Wood'] }),
  );
  const time = fc.constantFrom(null, NOW - 1, NOW, NOW + 1);
  const anyOffer = fc
    .record({
      takes,
      scope,
      fromKobo: fc.oneof(fc.constant(0), kobo),
      beginsAt: time,
      endsAt: time,
      limit: fc.constantFrom(null, 1, 3),
      customerLimit: fc.constantFrom(null, 1),
      addsUp: fc.boolean(),
      uses: fc.record({ all: fc.nat(4), customer: fc.nat(1), code: fc.nat(1) }),
      once: fc.boolean(),
    })
    .map(({ uses, once, ...rules }) => ({ rules, uses, once }));
  const offers = fc.array(anyOffer, { minLength: 1, maxLength: 5 }).map((all): Offer[] =>
    all.map(({ rules, uses, once }, at) => {
      const automatic = at > 0;
      return {
        promotion: promotion({ ...rules, id: `p${at}`, automatic }),
        uses,
        ...(!automatic && { code: 'X', once }),
      };
    }),
  );
  const clock = fc.integer({ min: NOW - 2, max: NOW + 2 });

  it('takes no more than a line or the fee costs, in whole kobo that sum, and no more than the rules allow', () => {
    fc.assert(
      fc.property(anyCart, offers, clock, (bought, all, now) => {
        const found = reduce(bought, all, now, 'X');
        found.lines.forEach((off, at) => {
          const { priceKobo = 0, quantity = 0 } = bought.lines[at] ?? {};
          expect(Number.isSafeInteger(off)).toBe(true);
          expect(off).toBeGreaterThanOrEqual(0);
          expect(off).toBeLessThanOrEqual(priceKobo * quantity);
        });
        expect(found.feeKobo).toBeLessThanOrEqual(bought.feeKobo ?? 0);
        expect(found.applied.reduce((sum, one) => sum + one.kobo, 0)).toBe(cutKobo(found));
        for (const { promotion: rules, kobo: off, code } of found.applied) {
          const { uses, once } = all.find((one) => one.promotion.id === rules.id) ?? expect.fail();
          if (rules.takes.kind === 'naira') expect(off).toBeLessThanOrEqual(rules.takes.kobo);
          expect(rules.beginsAt ?? now).toBeLessThanOrEqual(now);
          expect(rules.endsAt ?? now + 1).toBeGreaterThan(now);
          expect(uses.all).toBeLessThan(rules.limit ?? Number.POSITIVE_INFINITY);
          expect(uses.customer).toBeLessThan(rules.customerLimit ?? Number.POSITIVE_INFINITY);
          if (code && once) expect(uses.code).toBe(0);
        }
      }),
      { numRuns: 1000, seed: 38 },
    );
  });

  it('is the best for the shopper: no promotion that may count takes more alone, or with another for the delivery', () => {
    fc.assert(
      fc.property(anyCart, offers, clock, (bought, all, now) => {
        const together = cutKobo(reduce(bought, all, now, 'X'));
        const alone = all.map((one) => cutKobo(reduce(bought, [one], now, one.code)));
        const best = (wanted: boolean) =>
          Math.max(
            0,
            ...alone.filter((_, at) => (all[at]?.promotion.takes.kind === 'delivery') === wanted),
          );
        expect(together).toBe(best(true) + best(false));
      }),
      { numRuns: 1000, seed: 38 },
    );
  });

  it('gives each line the better of its own discount and a promotion in per cent', () => {
    const inPerCent = anyOffer.filter(({ rules }) => rules.takes.kind === 'per_cent');
    fc.assert(
      fc.property(anyCart, inPerCent, (bought, { rules }) => {
        const apart = cutOf(promotion({ ...rules, addsUp: false }), bought);
        const full = bought.lines.map((one) => ({ ...one, priceKobo: one.fullKobo }));
        const undiscounted = cutOf(promotion({ ...rules, addsUp: true }), {
          ...bought,
          lines: full,
        });
        apart.lines.forEach((off, at) => {
          const { fullKobo = 0, priceKobo = 0, quantity = 0 } = bought.lines[at] ?? {};
          const own = (fullKobo - priceKobo) * quantity;
          expect(own + off).toBe(Math.max(own, undiscounted.lines[at] ?? 0));
        });
      }),
      { numRuns: 1000, seed: 38 },
    );
  });
});
