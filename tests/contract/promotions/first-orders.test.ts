import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { recordByHand } from '#backend/refunds/by-hand.ts';
import type { InitializeBody } from '#contract/checkout.ts';
import { press } from '#sandbox/sandbox.harness.ts';
import { ROUNDS } from '../../rounds.ts';
import { type Customer, signUp } from '../accounts/account.harness.ts';
import { expireReservations } from '../orders/time.harness.ts';
import { type Answer, orderBody, product, REFUND } from '../shop.harness.ts';
import { shopForPromotions } from './orders.harness.ts';
import { make, usesOf, violations } from './promotions.harness.ts';

/** Promotions for a first order only. */
const { shop, quote, place, pay } = shopForPromotions([
  product({ id: 'oud', stock: 1000 }),
  ...Array.from({ length: 100 }, (_, n) => product({ id: `crowd-${n}` })),
]);
const items = [{ productId: 'oud', quantity: 1 }];
const SAID = 'There is an order with your account, email address or phone number already.';

const accounts: Customer[] = [];
beforeAll(async () => {
  for (const n of [0, 1]) accounts.push(await signUp(shop(), `account-${n}@example.com`));
});

/** Makes all orders so far those of other people. */
const forget = () =>
  shop().services.db.execute(
    sql`update orders set account_id = null, email = id || '@example.com', phone_e164 = null, attempt_key = null`,
  );

/** The promotion for a first order: ₦1,000 off one Oud, by the code WELCOME. */
const WELCOME = { code: 'WELCOME', discount: 1000 };
const welcome = async () => {
  await forget();
  return make(shop(), { label: 'Welcome', code: 'WELCOME', first_order: 'yes' });
};

const by = (email: string, phone: string): Partial<InitializeBody> => ({
  email,
  shippingInfo: { ...orderBody([]).shippingInfo, email, phone },
});

let networks = 0;
const fromElsewhere = () => ({ 'x-client': `10.1.${networks >> 8}.${networks++ & 255}` });

/** One number as people write it. */
const NOTATIONS = [
  (digits: string) => `0803 ${digits}`,
  (digits: string) => `+234 803 ${digits}`,
  (digits: string) => `00234 (803) ${digits}`,
] as const;
const written = (n: number, digits = '123 4567') => (NOTATIONS[n % 3] ?? String)(digits);

test('of 100 orders of one customer at once, in three spellings, one counts as the first', async () => {
  const promotion = await welcome();
  const other = await make(shop(), { label: 'Hello', code: 'HELLO', first_order: 'yes' });
  const emails = ['Ada@Example.com', 'ADA@EXAMPLE.COM', 'ada+shop@example.com'];
  const one = async (n: number): Promise<Answer> => {
    const answer = await place(
      {
        ...orderBody([[`crowd-${n}`, 10_000, 1]]),
        ...by(emails[n % 3] ?? '', written(Math.floor(n / 3))),
        ...WELCOME,
        code: n % 2 ? 'WELCOME' : 'HELLO',
      },
      { 'x-client': `10.0.0.${n}`, 'idempotency-key': `first-order-crowd-${n}` },
    );
    return answer.status === 503 ? one(n) : answer;
  };
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => one(n)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.flatMap(({ status, body }) => (status === 200 ? [] : body.fields?.code));
  expect(new Set(refused)).toEqual(
    new Set(
      ['WELCOME', 'HELLO'].map((code) => `The code ${code} is for a first order only. ${SAID}`),
    ),
  );
  const uses = [promotion, other].map(({ id }) => usesOf(shop(), id));
  expect((await Promise.all(uses)).sort()).toEqual([0, 1]);
});

test('a lapsed, cancelled or refunded first order frees the next one, and a late payment counts beside it', async () => {
  const promotion = await welcome();
  const { db, settlement } = shop().services;
  const hers = { ...by('ngozi@example.com', written(0)), ...WELCOME };
  const first = await shop().begin(1, hers);
  expect((await place(hers)).body.fields.code).toContain('for a first order only');
  await expireReservations(db);
  await settlement.sweep();
  expect(await shop().orderOf(first.reference)).toMatchObject({ status: 'cancelled' });

  const second = await shop().begin(1, hers);
  await settlement.cancel((await shop().orderOf(second.reference)).id, 'Bola');
  const third = await pay(hers);
  expect((await place(hers)).status).toBe(400);
  await recordByHand(shop().services, third.id, REFUND);
  const fourth = await pay(hers);
  expect(await usesOf(shop(), promotion.id)).toBe(1);

  await press(second.page, 'Pay now');
  await settlement.ask(await shop().orderOf(second.reference));
  expect(await shop().orderOf(second.reference)).toMatchObject({ status: 'paid' });
  expect([fourth.discountKobo, await usesOf(shop(), promotion.id)]).toEqual([100_000, 2]);
  expect(await violations(shop())).toEqual([]);
});

test('a quote looks at the account and this browser alone, and says that the order decides', async () => {
  await welcome();
  const asked = { items, code: 'WELCOME' };
  const counts = { discount: 1000, hints: ["'Welcome' counts if this is your first order."] };
  const key = 'attempt-of-a-first-order';
  await pay({ ...by('ngozi@example.com', written(0)), ...WELCOME }, { 'idempotency-key': key });
  expect(await quote(asked)).toMatchObject(counts);
  expect(await quote(asked, { 'previous-attempts': key })).toMatchObject({
    discount: 0,
    refused: {
      reason: 'not_first',
      message: `The code WELCOME is for a first order only. ${SAID}`,
    },
    hints: [],
  });

  const [account] = accounts as [Customer];
  expect(await quote(asked, account.auth)).toMatchObject(counts);
  // A guest's order with the verified address belongs to the account.
  const waiting = 'attempt-of-a-guest-who-waits';
  await place(by(account.email, written(1, '765 4321')), { 'idempotency-key': waiting });
  expect(await quote(asked, account.auth)).toMatchObject({ refused: { reason: 'not_first' } });
  // Her next order replaces the unpaid one.
  expect(await quote(asked, { ...account.auth, 'previous-attempts': waiting })).toMatchObject(
    counts,
  );
});

test('an automatic promotion says at the order why it does not count, and the next best one does', async () => {
  await forget();
  await make(shop(), {
    label: 'Welcome',
    per_cent: '20',
    counts: 'automatic',
    first_order: 'yes',
  });
  await make(shop(), { label: 'Sale', counts: 'automatic', from: '5000' });
  const hers = by('ngozi@example.com', written(0));
  expect(await quote({ items })).toMatchObject({ discount: 2000 });
  await pay({ ...hers, discount: 2000 });
  const again = { ...by('other@example.com', written(2)), discount: 2000 };
  const used = `'Welcome' is for a first order only. ${SAID}`;
  expect(await place(again)).toMatchObject({
    status: 409,
    body: {
      code: 'cart_changed',
      message: `Your order has changed. ${used} ₦1,000 is taken off now.`,
      current: { discount: 1000, used: [used] },
    },
  });
  expect((await place({ ...again, discount: 1000 })).status).toBe(200);
});

test('what is missing for a promotion says that it is for a first order', async () => {
  await forget();
  const rules = { label: 'Welcome', from: '15000', counts: 'automatic', first_order: 'yes' };
  await make(shop(), rules);
  expect((await quote({ items })).hints).toEqual([
    'Add ₦5,000 more for 10% off, if this is your first order.',
  ]);
});

test('nobody finds out by the thousand who has ordered before, and a purchase is never limited', async () => {
  await forget();
  await make(shop(), { label: 'Welcome', counts: 'automatic', first_order: 'yes' });
  await pay({ ...by('ngozi@example.com', written(0)), discount: 1000 });
  const from = { 'x-client': '10.9.9.7' };
  const guess = (phone: string, discount: number) =>
    place({ ...by('guess@example.com', phone), discount }, from);
  const other = written(3, '111 2222');
  expect((await guess(written(1), 1)).body.current.used).toHaveLength(1);
  expect((await guess(other, 1)).body.current).not.toHaveProperty('used');
  const guesses = Array.from({ length: 500 }, (_, n) =>
    shop().post('/api/promotions/quote', { items, code: `GUESS${n}` }, from),
  );
  await Promise.all(guesses);
  const refused = [await guess(written(1), 1), await guess(other, 1)];
  expect(refused.map(({ body }) => body.code)).toEqual(['rate_limited', 'rate_limited']);
  expect((await guess(other, 1000)).status).toBe(200);
});

const EMAILS = ['ada@example.com', 'account-0@example.com', 'account-1@example.com'];
const order = fc.record({
  do: fc.constant('order' as const),
  account: fc.constantFrom(0, 1, null),
  email: fc.nat(EMAILS.length - 1),
  capitals: fc.boolean(),
  phone: fc.nat(3),
  notation: fc.nat(2),
  plain: fc.boolean(),
});
const change = fc.record({
  do: fc.constantFrom('pay' as const, 'cancel' as const, 'refund' as const),
  nth: fc.nat(),
});

/** An order of a history, as the rule sees it. */
interface Made {
  account: number | null;
  email: number;
  phone: number;
  counts: boolean;
  reference: string;
  page: string;
}

const isSame = (one: Made, next: { account: number | null; email: number; phone: number }) =>
  one.email === next.email ||
  one.phone === next.phone ||
  (next.account !== null &&
    (one.account === next.account || (one.account === null && one.email === next.account + 1)));

test('in every history, a first order is one whose customer has no order that counts', async () => {
  const { services } = shop();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ weight: 3, arbitrary: order }, { weight: 2, arbitrary: change }), {
        minLength: 4,
        maxLength: 10,
      }),
      async (steps) => {
        await forget();
        await services.db.execute(sql`update promotions set stopped_at = now()`);
        await services.db.execute(sql`delete from promotion_codes`);
        await welcome();
        const made: Made[] = [];
        for (const step of steps) {
          if (step.do === 'order') {
            const typed = EMAILS[step.email] ?? '';
            const answer = await place(
              {
                ...by(
                  step.capitals ? typed.toUpperCase() : typed,
                  written(step.notation, `123 456${step.phone}`),
                ),
                ...(step.plain ? { discount: 0 } : WELCOME),
              },
              {
                ...fromElsewhere(),
                ...(step.account === null ? {} : accounts[step.account]?.auth),
              },
            );
            const isFirst = !made.some((one) => one.counts && isSame(one, step));
            expect(answer.status).toBe(step.plain || isFirst ? 200 : 400);
            if (answer.status !== 200) expect(answer.body.fields.code).toContain(SAID);
            else {
              const { reference, authorization_url: page } = answer.body.data;
              made.push({ ...step, counts: true, reference, page });
            }
          } else if (made.length > 0) {
            const one = made[step.nth % made.length] as Made;
            const { id, status, refundedAt } = await shop().orderOf(one.reference);
            if (step.do === 'cancel') {
              await services.settlement.cancel(id, 'Bola');
              if (status === 'pending') one.counts = false;
            } else if (step.do === 'refund' && status === 'paid' && !refundedAt) {
              await recordByHand(services, id, REFUND);
              one.counts = false;
            } else if (step.do === 'pay' && status !== 'paid') {
              await press(one.page, 'Pay now');
              await services.settlement.ask(await shop().orderOf(one.reference));
              one.counts = true;
            }
          }
        }
        expect(await violations(shop())).toEqual([]);
      },
    ),
    { numRuns: ROUNDS.orderHistories * 2 },
  );
});
