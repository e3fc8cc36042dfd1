import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reduce } from './best.ts';
import { choose } from './choice.ts';
import { cutKobo } from './discount.ts';
import { isDelivery, type Offer, refusalOf } from './offer.ts';
import {
  type Cart,
  type CartLine,
  isFor,
  type Promotion,
  type Scope,
  worthOf,
} from './promotion.ts';
import { NOW, promotion, UNUSED } from './promotions.harness.ts';
import { scopeWords } from './words.ts';

/**
 * A sum never surprises: properties over the carts of a shop with sizes, samples, sets, wrapping and all kinds of
 * promotion.
 */
/** `npm run soak` draws many. */
const CARTS = (fc.readConfigureGlobal().numRuns ?? 0) > 1000 ? 100_000 : 400;

const product = (
  productId: string,
  priceKobo: number,
  rest: Partial<CartLine> & { off?: number } = {},
): CartLine => {
  const { off = 0, ...facts } = rest;
  return {
    productId,
    brand: 'Amouage',
    categories: [],
    group: null,
    sample: false,
    quantity: 1,
    fullKobo: priceKobo,
    priceKobo: Math.round(priceKobo * (1 - off)),
    ...facts,
  };
};
/** The products for sale: a fragrance in two sizes with samples, others at lower prices, a set, and cheap ones. */
const SOLD: readonly CartLine[] = [
  product('oud-50', 52_500_00, { group: 'oud', categories: ['Niche'] }),
  product('oud-100', 85_000_00, { group: 'oud', categories: ['Niche'], off: 0.05 }),
  product('oud-try', 4_500_00, { group: 'oud', sample: true, categories: ['Niche'] }),
  product('rose-50', 41_800_50, { group: 'rose', brand: 'Creed', off: 0.4 }),
  product('rose-try', 3_333_33, { group: 'rose', brand: 'Creed', sample: true }),
  product('attar', 3_500_00, { categories: ['Oils'], brand: '' }),
  product('musk', 52_500_00, { brand: 'Creed', off: 0.9 }),
  product('amber', 30_000_01, { categories: ['Oils', 'Niche'] }),
  product('box-of-three', 120_000_00, { brand: '', categories: ['Gift Sets'], off: 0.1 }),
  product('wrapping', 3_500_00, { brand: '' }),
  product('free-card', 0, { brand: '' }),
];
const someLines = fc
  .uniqueArray(
    fc.record({ at: fc.nat(SOLD.length - 1), quantity: fc.integer({ min: 1, max: 5 }) }),
    {
      selector: ({ at }) => at,
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((chosen) =>
    chosen.flatMap(({ at, quantity }) => {
      const one = SOLD[at];
      return one ? { ...one, quantity } : [];
    }),
  );
/** A place with its fee: none yet, pick-up, and two states. */
const place = fc.constantFrom(
  { feeKobo: null, state: null },
  { feeKobo: 0, state: 'Lagos' },
  { feeKobo: 3_000_00, state: 'Lagos' },
  { feeKobo: 5_500_50, state: 'Kano' },
);
const aCart: fc.Arbitrary<Cart> = fc
  .tuple(someLines, place)
  .map(([lines, where]) => ({ lines, ...where }));

const scope: fc.Arbitrary<Scope> = fc.oneof(
  fc.constant({ of: 'all' as const }),
  fc.constant({ of: 'brand' as const, names: ['Creed'] }),
  fc.constant({ of: 'category' as const, names: ['niche', 'Oils'] }),
  fc.constant({ of: 'group' as const, names: ['oud'] }),
  fc.constant({ of: 'products' as const, names: ['oud-50', 'attar', 'wrapping'] }),
);
const takes = fc.oneof(
  fc.record({
    kind: fc.constant('per_cent' as const),
    perCent: fc.constantFrom(5, 7.5, 20, 33.33, 99),
  }),
  fc.record({
    kind: fc.constant('naira' as const),
    kobo: fc.constantFrom(1, 5_000_00, 60_000_00, 500_000_00),
  }),
  fc.record({
    kind: fc.constant('units' as const),
    buy: fc.integer({ min: 1, max: 4 }),
    get: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    kind: fc.constant('delivery' as const),
    states: fc.constantFrom([], ['Lagos'], ['Kano', 'Ogun']),
  }),
);
const rules = fc.record({
  takes,
  scope,
  fromKobo: fc.oneof(fc.constant(0), fc.integer({ min: 1_000_00, max: 400_000_00 })),
  addsUp: fc.boolean(),
});
const credit = (id: string, group: string, kobo: number): Offer => ({
  promotion: promotion({
    id,
    takes: { kind: 'naira', kobo },
    scope: { of: 'bottles', names: [group] },
    automatic: false,
    endsAt: NOW + 1000,
  }),
  uses: UNUSED,
  code: `SAMPLE-${id}`,
  own: true,
  once: true,
  creditKobo: kobo,
});
const credits = fc
  .array(
    fc.record({
      group: fc.constantFrom('oud', 'rose'),
      kobo: fc.constantFrom(4_500_00, 3_333_33, 14_500_00, 90_000_00),
    }),
    { maxLength: 2 },
  )
  .map((some) => some.map(({ group, kobo }, at) => credit(`c${at}`, group, kobo)));
/** Automatic promotions, one with a code, and codes of samples. */
const offers: fc.Arbitrary<Offer[]> = fc
  .tuple(fc.array(rules, { maxLength: 4 }), fc.option(rules), credits)
  .map(([automatic, byCode, own]) => [
    ...automatic.map((part, at) => ({
      promotion: promotion({ ...part, id: `p${at}` }),
      uses: UNUSED,
    })),
    ...(byCode
      ? [
          {
            promotion: promotion({ ...byCode, id: 'code', automatic: false }),
            uses: UNUSED,
            code: 'X',
          },
        ]
      : []),
    ...own,
  ]);

const costOf = ({ lines, feeKobo }: Cart) =>
  lines.reduce((sum, { priceKobo, quantity }) => sum + priceKobo * quantity, feeKobo ?? 0);
const countingIn = (cart: Cart, all: readonly Offer[]) =>
  all.filter((offer) => refusalOf(offer, cart, NOW) === null);
const sumOf = (cart: Cart, all: readonly Offer[]) =>
  costOf(cart) - cutKobo(choose(cart, countingIn(cart, all)));
/** Returns the cart with another quantity of one line. A line with 0 units is gone. */
const withQuantity = (cart: Cart, at: number, change: number): Cart => ({
  ...cart,
  lines: cart.lines
    .map((line, place) => (place === at ? { ...line, quantity: line.quantity + change } : line))
    .filter(({ quantity }) => quantity > 0),
});
const withMore = (cart: Cart, ...more: CartLine[]): Cart => ({
  ...cart,
  lines: [...cart.lines, ...more],
});

describe('a sum never surprises', () => {
  it('adding a unit never raises the sum by more than its full price', () => {
    fc.assert(
      fc.property(aCart, offers, fc.nat(SOLD.length - 1), (cart, all, which) => {
        const one = SOLD[which] ?? expect.fail();
        const at = cart.lines.findIndex(({ productId }) => productId === one.productId);
        const more = at < 0 ? withMore(cart, one) : withQuantity(cart, at, 1);
        expect(sumOf(more, all) - sumOf(cart, all)).toBeLessThanOrEqual(one.fullKobo);
      }),
      { numRuns: CARTS },
    );
  });

  it('removing a unit never raises the sum, except by an offer whose amount is no longer reached, or by a credit of a bottle that made another unit free', () => {
    fc.assert(
      fc.property(aCart, offers, fc.nat(5), (cart, all, which) => {
        const less = withQuantity(cart, which % cart.lines.length, -1);
        if (less.lines.length === 0) return;
        const stays = new Set(countingIn(less, all));
        const both = countingIn(cart, all).filter((offer) => stays.has(offer));
        const credited = both.some(({ promotion: of }) => of.takes.kind === 'units')
          ? choose(cart, both).applied.filter(({ creditKobo }) => creditKobo !== undefined)
          : [];
        const most = credited.reduce((sum, { kobo }) => sum + kobo, 0);
        expect(sumOf(less, both) - sumOf(cart, both)).toBeLessThanOrEqual(most);
      }),
      { numRuns: CARTS },
    );
  });

  it('each line’s discount is whole kobo and at most its price, and they add up to the applied amounts', () => {
    fc.assert(
      fc.property(aCart, offers, (cart, all) => {
        const found = choose(cart, countingIn(cart, all));
        found.lines.forEach((kobo, at) => {
          const { priceKobo = 0, quantity = 0 } = cart.lines[at] ?? {};
          expect(Number.isSafeInteger(kobo) && kobo >= 0 && kobo <= priceKobo * quantity).toBe(
            true,
          );
        });
        expect(found.applied.reduce((sum, { kobo }) => sum + kobo, 0)).toBe(cutKobo(found));
        for (const { kobo, creditKobo, promotion: of } of found.applied) {
          if (of.takes.kind === 'naira') expect(kobo).toBeLessThanOrEqual(of.takes.kobo);
          if (creditKobo !== undefined) expect(kobo).toBeGreaterThan(0);
        }
      }),
      { numRuns: CARTS },
    );
  });

  it('a credit adds to the best offer: the shopper never pays more with it, and saves at most its value', () => {
    fc.assert(
      fc.property(aCart, offers, (cart, all) => {
        const plain = all.filter(({ creditKobo }) => creditKobo === undefined);
        const worth = all.reduce((sum, { creditKobo = 0 }) => sum + creditKobo, 0);
        const gained = sumOf(cart, plain) - sumOf(cart, all);
        expect(gained).toBeGreaterThanOrEqual(0);
        expect(gained).toBeLessThanOrEqual(worth);
      }),
      { numRuns: CARTS },
    );
  });
});

describe('a hint is true', () => {
  /** Returns a product in a promotion's scope, at a price. */
  const forPromotion = ({ scope: of }: Promotion, priceKobo: number, at: number): CartLine => {
    const [name = ''] = of.of === 'all' ? [] : of.names;
    return product(of.of === 'products' ? name : `more-${at}`, priceKobo, {
      brand: of.of === 'brand' ? name : '',
      categories: of.of === 'category' ? [name] : [],
      group: of.of === 'group' ? name : null,
    });
  };
  const taking = (cart: Cart, all: readonly Offer[], wanted: Promotion) =>
    choose(cart, countingIn(cart, all)).applied.find(({ promotion: of }) => of === wanted);

  const koboOf = (naira: string) => Math.round(Number(naira.replace(/[₦,]/g, '')) * 100);
  /** Returns the discount that a hint promises: an amount, or per cent of the promotion's products. */
  const saidOff = (said: string, wanted: Promotion, { lines }: Cart): number => {
    const [, naira, perCent] = / for (?:(₦[\d,.]+)|([\d.]+)%) off/.exec(said) ?? [];
    if (naira !== undefined) return koboOf(naira);
    if (perCent === undefined) return 0;
    return lines
      .filter((one) => isFor(wanted, one))
      .reduce(
        (sum, { priceKobo, quantity }) =>
          sum + Math.round((priceKobo * quantity * Math.round(Number(perCent) * 100)) / 10_000),
        0,
      );
  };

  it('the cart with that much more in it is better by what the hint says, in one unit or in several', () => {
    let told = 0;
    fc.assert(
      fc.property(aCart, offers, (drawn, all) => {
        const typed = all.some(({ code, own }) => code !== undefined && !own) ? 'X' : undefined;
        const { hints, refused } = reduce(drawn, all, NOW, typed);
        const near = [...hints, refused?.message ?? ''].flatMap((said) => {
          const [, naira] = /Add (₦\d[\d,]*(?:\.\d\d)?) more/.exec(said) ?? [];
          return naira === undefined ? [] : { said, naira, kobo: koboOf(naira) };
        });
        for (const { said, naira, kobo } of near) {
          const offer = all.find(
            (one) =>
              refusalOf(one, drawn, NOW) === 'below_amount' &&
              one.promotion.fromKobo - worthOf(one.promotion, drawn.lines) === kobo &&
              (one.code
                ? said.startsWith(`The code ${one.code} `)
                : said.startsWith(`Add ${naira} more${scopeWords(one.promotion)} for`)),
          );
          if (!offer) throw new Error(`No promotion says '${said}'`);
          const wanted = offer.promotion;
          const [state = null] = wanted.takes.kind === 'delivery' ? wanted.takes.states : [];
          const cart = {
            ...drawn,
            feeKobo: drawn.feeKobo ?? 2_000_00,
            state: drawn.state ?? state,
          };
          const half = Math.floor(kobo / 2);
          for (const added of [[kobo], [half, kobo - half]]) {
            const more = withMore(
              cart,
              ...added.map((price, at) => forPromotion(wanted, price, at)),
            );
            const applied = taking(more, all, wanted);
            const others = all.filter((one) => one !== offer);
            expect(applied?.kobo ?? 0, said).toBeGreaterThan(0);
            expect(applied?.kobo ?? 0, said).toBeGreaterThanOrEqual(saidOff(said, wanted, more));
            expect(sumOf(more, all), said).toBeLessThan(sumOf(more, others));
            const before = choose(more, countingIn(more, others)).applied.some(
              (one) => one.creditKobo === undefined && isDelivery(one) === isDelivery(offer),
            );
            if (!offer.code && added.length === 1)
              expect(said.includes(' instead of '), said).toBe(before);
          }
          told++;
        }
      }),
      { numRuns: CARTS },
    );
    expect(told).toBeGreaterThan(CARTS / 20);
  });
});
