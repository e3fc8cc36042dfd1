import { ne } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { promotionCodes, promotions } from '#backend/promotions/tables.ts';
import { takeShopChanges } from '#config/shop.ts';
import type { InitializeBody } from '#contract/checkout.ts';
import { type Customer, signUp } from '../accounts/account.harness.ts';
import { make, violations } from '../promotions/promotions.harness.ts';
import { orderBody, product } from '../shop.harness.ts';
import { openSandboxShop, type SandboxShop } from './sandbox-shop.harness.ts';

/** The price of a sample is not an offer: it comes off its bottle beside the best offer. */
let shop: SandboxShop;
let attempts = 0;
const newAttempt = () => `credit-attempt-number-${attempts++}`;

beforeAll(async () => {
  shop = await openSandboxShop({
    products: [
      product({ id: 'oud', group: 'oud', sizeMl: 50, stock: 900 }),
      product({ id: 'oud-try', group: 'oud', sample: 1, priceKobo: 450_000, stock: 900 }),
      product({ id: 'rose', group: 'rose', sizeMl: 50, priceKobo: 2_000_000, stock: 900 }),
      product({ id: 'rose-try', group: 'rose', sample: 1, priceKobo: 300_000, stock: 900 }),
      product({ id: 'musk', priceKobo: 3_000_000, stock: 900 }),
    ],
    settings: {
      RESERVED_PER_EMAIL: '1000',
      BEGUN_PER_ADDRESS: '1000',
      SAMPLES_PER_CUSTOMER: '1000',
    },
  });
  takeShopChanges({ sampleCreditDays: 30 });
});
afterAll(() => shop.close());
beforeEach(async () => {
  expect(await violations(shop)).toEqual([]);
  await shop.services.db.delete(promotionCodes);
  await shop.services.db
    .update(promotions)
    .set({ stoppedAt: new Date() })
    .where(ne(promotions.id, 'samples'));
});

type Lines = Parameters<typeof orderBody>[0];
const BOTTLE: Lines = [['oud', 10_000, 1]];
const BOTH: Lines = [
  ['oud', 10_000, 1],
  ['rose', 20_000, 1],
];
const place = (lines: Lines, change: Partial<InitializeBody> = {}, headers = {}) =>
  shop.post('/api/payment/initialize', { ...orderBody(lines), ...change }, headers);
/** Makes a paid order of samples. Returns its codes. */
async function sampled(lines: Lines, headers = {}, email = 'ada@example.com') {
  const attempt = newAttempt();
  await shop.pay(1, { ...orderBody(lines), email }, { 'idempotency-key': attempt, ...headers });
  const { body } = await shop.get(`/api/order/shared/${attempt}`);
  return body.sampleCodes.map(({ code }: { code: string }) => code) as string[];
}
const quote = async (lines: Lines, change: object = {}, headers = {}) => {
  const items = lines.map(([productId, , quantity]) => ({ productId, quantity }));
  const { status, body } = await shop.post('/api/promotions/quote', { items, ...change }, headers);
  expect(status).toBe(200);
  return body;
};
const customer = (): Promise<Customer> => signUp(shop, `c${attempts++}@example.com`);
const OUD: Lines = [['oud-try', 4500, 1]];
const OUD_AND_ROSE: Lines = [...OUD, ['rose-try', 3000, 1]];

test('a guest who types the code of her sample still gets the automatic offer', async () => {
  const [code] = await sampled(OUD);
  await make(shop, { counts: 'automatic', per_cent: '5', from: '20000', label: 'Five per cent' });
  const lines: Lines = [...BOTTLE, ['musk', 30_000, 1]];
  const said = await quote(lines, { code });
  expect(said).toMatchObject({
    discount: 2000 + 4500,
    applied: [
      { label: 'Five per cent', amount: 2000 },
      { label: 'Price of your sample', code, amount: 4500 },
    ],
    lines: [
      { productId: 'oud', discount: 500 + 4500 },
      { productId: 'musk', discount: 1500 },
    ],
  });
  expect(said.applied[1].endsAt).toMatch(/T22:59:59\.999Z$/);
  const order = await shop.pay(1, { ...orderBody(lines), code, discount: 6500 });
  expect(order).toMatchObject({
    totalKobo: 4_300_000 - 650_000,
    promotion: { label: 'Five per cent and Price of your sample', code, lines: [500_000, 150_000] },
  });
  // The amount is compared before the credit.
  const [other] = await sampled(OUD);
  const exactly: Lines = [['oud', 10_000, 2]];
  expect((await quote(exactly, { code: other })).discount).toBe(1000 + 4500);
});

test('a signed-in customer gets the price of her samples off without typing, next to another code', async () => {
  const ada = await customer();
  const codes = await sampled(OUD_AND_ROSE, ada.auth, ada.email);
  await make(shop, { code: 'TEN' });
  expect(await quote(BOTH, {}, ada.auth)).toMatchObject({ discount: 7500 });
  expect(await quote(BOTTLE, {}, ada.auth)).toMatchObject({
    discount: 4500,
    applied: [{ own: true, amount: 4500 }],
  });
  expect(await quote([['musk', 30_000, 1]], {}, ada.auth)).toMatchObject({ applied: [] });
  expect(await quote(BOTH)).toMatchObject({ applied: [] });
  const said = await quote(BOTH, { code: 'ten' }, ada.auth);
  expect(said).toMatchObject({ discount: 3000 + 7500, hints: [] });
  const order = await shop.pay(
    1,
    { ...orderBody(BOTH), email: ada.email, code: 'ten', discount: said.discount },
    ada.auth,
  );
  expect(order.promotion).toMatchObject({
    label: 'Harmattan sale and Price of your sample',
    code: `TEN and ${[...codes].sort().join(' and ')}`,
    lines: [100_000 + 450_000, 200_000 + 300_000],
  });
  // Used up: for the account, and for anybody who types them.
  expect(await quote(BOTH, {}, ada.auth)).toMatchObject({ applied: [] });
  expect((await quote(BOTH, { code: codes[0] }, ada.auth)).refused).toMatchObject({
    reason: 'used_up',
  });
});

test('the codes of an account work for nobody else, and not in a client without promotions', async () => {
  const [ada, bola] = [await customer(), await customer()];
  await sampled(OUD, ada.auth, ada.email);
  expect(await quote(BOTTLE, { email: ada.email }, bola.auth)).toMatchObject({ applied: [] });
  expect(await quote(BOTTLE, { email: ada.email })).toMatchObject({ applied: [] });
  expect((await place(BOTTLE, { email: ada.email, discount: 4500 }, bola.auth)).body).toMatchObject(
    { code: 'cart_changed', current: { discount: 0 } },
  );
  // Her purchases as a guest, with an address that her account has verified, are hers, whatever address the next order
  // has.
  await sampled([['rose-try', 3000, 1]], {}, bola.email);
  expect(await quote(BOTH, { email: 'else@example.com' }, bola.auth)).toMatchObject({
    discount: 3000,
  });
  const plain = await shop.pay(1, { ...orderBody(BOTTLE), email: ada.email }, ada.auth);
  expect(plain.discountKobo).toBe(0);
  expect(await quote(BOTTLE, {}, ada.auth)).toMatchObject({ discount: 4500 });
});

test('a replacing order keeps the credit of the first, and two orders at once use it once', async () => {
  const ada = await customer();
  await sampled(OUD, ada.auth, ada.email);
  const [first, second] = [newAttempt(), newAttempt()];
  const change = { email: ada.email, discount: 4500 };
  expect((await place(BOTTLE, change, { ...ada.auth, 'idempotency-key': first })).status).toBe(200);
  const previous = { 'previous-attempts': first };
  expect(await quote(BOTTLE, {}, ada.auth)).toMatchObject({ discount: 0 });
  expect(await quote(BOTTLE, {}, { ...ada.auth, ...previous })).toMatchObject({ discount: 4500 });
  const anew = { ...ada.auth, ...previous, 'idempotency-key': second };
  expect((await place(BOTH, change, anew)).status).toBe(200);

  const bola = await customer();
  await sampled(OUD, bola.auth, bola.email);
  const raced = await Promise.all(
    [1, 2, 3].map(() => place(BOTTLE, { email: bola.email, discount: 4500 }, bola.auth)),
  );
  expect(raced.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test('an expired session asks as a guest, and the shop answers', async () => {
  const headers = { authorization: 'Bearer not-a-session-any-more' };
  expect(await quote(BOTTLE, {}, headers)).toMatchObject({ discount: 0 });
});

test('a code that reduces nothing is not used up, and the page says until when it is valid', async () => {
  const [code] = await sampled(OUD);
  await make(shop, {
    kind: 'units',
    buy: '1',
    get: '1',
    counts: 'automatic',
    label: 'Two for one',
  });
  const said = await quote([...BOTTLE, ['rose', 20_000, 1]], { code });
  // The bottle is free, which is worth more than its sample.
  expect(said).toMatchObject({ discount: 10_000, applied: [{ label: 'Two for one' }] });
  expect(said.hints).toEqual([
    expect.stringMatching(/^The code SAMPLE-.* is not used: nothing .* It stays valid until /),
  ]);
});
