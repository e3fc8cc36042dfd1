import { expect, test } from 'vitest';
import { makeCodes } from '#backend/promotions/making.ts';
import { BOLA, orderBody, product } from '../shop.harness.ts';
import { shopForPromotions } from './orders.harness.ts';
import { make } from './promotions.harness.ts';

/** A quote reveals nothing about anybody's orders, except those of the account or of this browser. */
const { shop, quote, pay, place } = shopForPromotions([product({ id: 'oud', stock: 1000 })]);
const items = [{ productId: 'oud', quantity: 1 }];
const NGOZI = 'ngozi@example.com';
const KEY = 'attempt-of-ngozis-phone-1';
const by = { email: NGOZI, shippingInfo: { ...orderBody([]).shippingInfo, email: NGOZI } };

/** Returns the answer to strangers who type a customer's address, or another one. */
const told = async (code?: string) => {
  const ask = (email: string) =>
    shop()
      .post('/api/promotions/quote', { items, ...(code && { code }), email })
      .then(({ body }) => body);
  const answers = await Promise.all([ask(NGOZI), ask('nobody@example.com')]);
  expect(answers[0]).toEqual(answers[1]);
  return answers[0];
};

test('a quote does not reveal who is a customer, and the order says what she has used before', async () => {
  await make(shop(), {
    label: 'First order',
    counts: 'automatic',
    from: '5000',
    per_customer: '1',
  });
  expect(await told()).toMatchObject({ discount: 1000 });
  await pay({ discount: 1000, ...by }, { 'idempotency-key': KEY });
  expect(await told()).toMatchObject({ discount: 1000 });
  // The browser that has paid is told.
  expect(await quote({ items }, { 'previous-attempts': KEY })).toMatchObject({ discount: 0 });

  const again = await place({ discount: 1000, ...by });
  expect(again).toMatchObject({
    status: 409,
    body: {
      code: 'cart_changed',
      message:
        "Your order has changed. You have used 'First order' before, and it counts no more for you. Nothing is taken off any more.",
      current: {
        discount: 0,
        used: ["You have used 'First order' before, and it counts no more for you."],
      },
    },
  });
  expect((await place({ discount: 0, ...by })).status).toBe(200);
});

test('a quote of a code reveals that it exists, but not whether its holder has used it', async () => {
  const promotion = await make(shop(), { counts: 'codes' });
  const made = await makeCodes(shop().services.db, BOLA, promotion.id, {
    count: 1,
    beginning: 'thanks',
  });
  const [code = ''] = made.ok ? made.value : [];
  const before = await told(code);
  expect(before).toMatchObject({ discount: 1000, applied: [{ code }] });
  await pay({ code, discount: 1000, ...by }, { 'idempotency-key': `${KEY}-code` });
  expect(await told(code)).toEqual(before);
  const hers = await quote({ items, code }, { 'previous-attempts': `${KEY}-code` });
  expect(hers.refused.reason).toBe('used_up');
  const refused = await place({ code, discount: 1000, email: 'nobody@example.com' });
  expect(refused.body.fields.code).toBe(`The code ${code} has been used as often as it can be.`);
});
