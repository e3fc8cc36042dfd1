import { expect, test } from 'vitest';
import { makeCodes } from '#backend/promotions/making.ts';
import { recordByHand } from '#backend/refunds/by-hand.ts';
import type { InitializeBody } from '#contract/checkout.ts';
import { press } from '#sandbox/sandbox.harness.ts';
import { type Answer, BOLA, orderBody, product, REFUND } from '../shop.harness.ts';
import { shopForPromotions, TEN } from './orders.harness.ts';
import { make, usesOf, violations } from './promotions.harness.ts';

/** The number of times that promotions count. */
const { shop, quote, pay, place } = shopForPromotions([
  product({ id: 'oud', stock: 1000 }),
  ...Array.from({ length: 200 }, (_, n) => product({ id: `crowd-${n}` })),
]);

let crowds = 0;

/**
 * Begins an order of each of these shoppers at once, each of a different product: orders of one product wait for its
 * stock anyway. A shopper who is told to come again, because the machine is busy, does so with the key of her attempt:
 * her order may exist by then.
 */
async function crowd(size: number, change: Partial<InitializeBody>): Promise<Answer[]> {
  const name = `crowd-attempt-${crowds++}`;
  const one = async (n: number): Promise<Answer> => {
    const answer = await place(
      {
        ...orderBody([[`crowd-${n}`, 10_000, 1]]),
        email: `shopper${n}@example.com`,
        ...change,
      },
      { 'x-client': `10.0.0.${n}`, 'idempotency-key': `${name}-${n}` },
    );
    return answer.status === 503 ? one(n) : answer;
  };
  return Promise.all(Array.from({ length: size }, (_, n) => one(n)));
}

test('200 orders at once use a code with 50 uses 50 times', async () => {
  const promotion = await make(shop(), { limit: '50' });
  const answers = await crowd(200, TEN);
  const made = answers.filter(({ status }) => status === 200);
  const others = answers
    .filter(({ status }) => status !== 200)
    .map(({ body }) => body.fields?.code);
  expect([made.length, others.length]).toEqual([50, 150]);
  expect(new Set(others)).toEqual(new Set(['The code TEN has been used as often as it can be.']));
  expect(await usesOf(shop(), promotion.id)).toBe(50);
});

test('a code for one use works once, and one customer has her limit of uses', async () => {
  const promotion = await make(shop(), { counts: 'codes' });
  const made = await makeCodes(shop().services.db, BOLA, promotion.id, {
    count: 10_000,
    beginning: 'thanks',
  });
  const codes = made.ok ? made.value : [];
  expect(new Set(codes).size).toBe(10_000);
  const [code = ''] = codes;
  expect(code).toMatch(/^THANKS-[A-Z0-9]{10}$/);
  const same = await crowd(20, { ...TEN, code });
  expect(same.filter(({ status }) => status === 200)).toHaveLength(1);

  await make(shop(), { code: 'ONCE', per_customer: '1' });
  const hers = { ...TEN, code: 'ONCE', email: 'ngozi@example.com' };
  const both = await Promise.all([place(hers), place(hers)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  const again = await place(hers);
  expect(again.body.fields.code).toContain('You have used the code ONCE before');
});

test('a replaced, failed or fully refunded order releases its use', async () => {
  const promotion = await make(shop(), { limit: '1' });
  const uses = () => usesOf(shop(), promotion.id);
  const first = { 'idempotency-key': 'promotion-attempt-1' };
  await place(TEN, first);
  expect(await uses()).toBe(1);
  // Her own attempt blocks nobody: the quote knows the key, and her next order replaces the first.
  const said = await quote(
    { items: [{ productId: 'oud', quantity: 1 }], code: 'TEN' },
    { 'previous-attempts': 'promotion-attempt-1' },
  );
  expect(said.refused).toBeUndefined();
  const { page, reference } = await shop().begin(
    2,
    { ...TEN, discount: 2000 },
    {
      'idempotency-key': 'promotion-attempt-2',
      'previous-attempts': 'promotion-attempt-1',
    },
  );
  expect(await uses()).toBe(1);
  await press(page, 'Decline');
  await shop().services.settlement.verify(reference);
  expect(await uses()).toBe(0);

  const paid = await pay(TEN);
  expect(await uses()).toBe(1);
  const refund = (request: Partial<typeof REFUND>) =>
    recordByHand(shop().services, paid.id, { ...REFUND, ...request });
  await refund({ amountKobo: 100_000 });
  expect(await uses()).toBe(1);
  await refund({});
  expect(await uses()).toBe(0);
  await pay(TEN);
});

test('a payment after its order’s end counts beyond the limit, and the audit knows why', async () => {
  const promotion = await make(shop(), { limit: '1' });
  const { page, reference } = await shop().begin(1, TEN);
  const late = await shop().orderOf(reference);
  await shop().services.settlement.cancel(late.id, 'Bola');
  await pay(TEN);
  await press(page, 'Pay now');
  await shop().services.settlement.ask(late);
  expect(await shop().orderOf(reference)).toMatchObject({ status: 'paid', discountKobo: 100_000 });
  expect(await usesOf(shop(), promotion.id)).toBe(2);
  expect(await violations(shop())).toEqual([]);
});

test('a person who guesses codes, or has used one, is stopped, and can buy without a code', async () => {
  const items = [{ productId: 'oud', quantity: 1 }];
  const from = { 'x-client': '10.9.9.9' };
  const quoted = (body: object) => shop().post('/api/promotions/quote', { items, ...body }, from);
  const guesses = Array.from({ length: 300 }, (_, n) => [
    quoted({ code: `GUESS${n}` }),
    quoted({ code: `GUESS-${n}`, email: 'ngozi@example.com' }),
  ]);
  const answered = (await Promise.all(guesses.flat())).filter(({ status }) => status === 200);
  expect(answered).toHaveLength(500);
  const refused = [await quoted({ code: 'TEN' }), await place(TEN, from)];
  expect(refused.map(({ body }) => body.code)).toEqual(['rate_limited', 'rate_limited']);
  expect([(await quoted({})).status, (await place({}, from)).status]).toEqual([200, 200]);
});

test('an accepted code is never counted as a guess, however often it is sent', async () => {
  await make(shop(), { code: 'GOOD' });
  const ask = () =>
    shop().post(
      '/api/promotions/quote',
      { items: [{ productId: 'oud', quantity: 1 }], code: 'GOOD' },
      { 'x-client': '10.9.9.8' },
    );
  for (let round = 0; round < 6; round++) {
    const answers = await Promise.all(Array.from({ length: 100 }, ask));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  }
});
