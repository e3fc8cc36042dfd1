import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orders } from '#backend/orders/tables.ts';
import { recordByHand } from '#backend/refunds/by-hand.ts';
import { bearer, type Customer, signUp } from '../accounts/account.harness.ts';
import { createFakePaystack, SUCCESS } from '../orders/paystack.fake.ts';
import {
  type Answer,
  openShop,
  orderBody,
  product,
  REFUND,
  type TestShop,
} from '../shop.harness.ts';

let shop: TestShop;
let ada: Customer;
let musa: Customer;
const paystack = createFakePaystack();
let id: string;
let made = 0;
beforeAll(async () => {
  const products = Array.from({ length: 20 }, (_, n) => product({ id: `oud-${n}` }));
  shop = await openShop({ products, paystack });
  ada = await signUp(shop, 'ada@example.com', { fullName: 'Ada Obi' });
  musa = await signUp(shop, 'musa@example.com', { fullName: 'Musa Bello' });
});
beforeEach(() => {
  id = `oud-${made++}`;
});
afterAll(() => shop.close());

const write = (customer: Customer, body: object = { rating: 5, comment: 'Warm oud.' }) =>
  shop.post(`/api/review/${id}`, body, customer.auth);
const list = async () => (await shop.get(`/api/review/${id}`)).body;
const remove = async (review: string, headers: Record<string, string>): Promise<Answer> => {
  const answer = await shop.app.request(`/api/review/${review}`, { method: 'DELETE', headers });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
};
const rated = async () => {
  const { product } = (await shop.get(`/api/product/${id}`)).body;
  return [product.ratings, product.numReviews];
};
const version = () => shop.changes();

describe('writing', () => {
  test('returns and lists the review, with the account’s name and a trimmed comment', async () => {
    const { status, body } = await write(ada, { rating: 4, comment: '  Lasts all day.\nTruly. ' });
    expect(status).toBe(200);
    expect(body).toEqual({
      _id: expect.stringMatching(/^rev_/),
      userName: 'Ada Obi',
      rating: 4,
      comment: 'Lasts all day.\nTruly.',
      createdAt: expect.any(String),
      user: { _id: ada.id },
      boughtHere: false,
    });
    expect(await list()).toEqual([body]);
  });

  test('updates rating and number of reviews; pages show them from their next release on', async () => {
    expect(await rated()).toEqual([0, 0]);
    const before = await version();
    await write(ada, { rating: 5, comment: 'a' });
    expect(await rated()).toEqual([5, 1]);
    expect(await version()).toBe(before);
    await write(musa, { rating: 2, comment: 'b' });
    expect(await rated()).toEqual([3.5, 2]);
  });

  test('again replaces the customer’s own review only', async () => {
    await write(musa, { rating: 3, comment: 'Mine' });
    const first = (await write(ada, { rating: 1, comment: 'Hm' })).body;
    const second = (await write(ada, { rating: 5, comment: 'It grows' })).body;
    expect(second._id).toBe(first._id);
    expect((await list()).map((review: { comment: string }) => review.comment)).toEqual([
      'It grows',
      'Mine',
    ]);
    expect(await rated()).toEqual([4, 2]);
  });

  test('ten at once leaves one per customer, and the right rating', async () => {
    const ratings = [1, 2, 3, 4, 5];
    await Promise.all(
      ratings.flatMap((rating) =>
        [ada, musa].map((customer) => write(customer, { rating, comment: 'x' })),
      ),
    );
    const reviews: { rating: number }[] = await list();
    expect(reviews).toHaveLength(2);
    const mean = reviews.reduce((sum, review) => sum + review.rating, 0) / 2;
    expect(await rated()).toEqual([mean, 2]);
  });

  test('stores a <script> as text', async () => {
    const comment = '<script>alert(1)</script><img src=x onerror=alert(2)>';
    await write(ada, { rating: 1, comment });
    const answer = await shop.app.request(`/api/review/${id}`);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await answer.json()).toMatchObject([{ comment }]);
  });

  test.each([
    { rating: 0, comment: 'x' },
    { rating: 6, comment: 'x' },
    { rating: 4.5, comment: 'x' },
    { rating: '5', comment: 'x' },
    { comment: 'x' },
    { rating: 5 },
    { rating: 5, comment: '   ' },
    { rating: 5, comment: 'x'.repeat(4001) },
  ])('%j is refused', async (body) => {
    const answer = await write(ada, body);
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
    expect(await list()).toEqual([]);
  });

  test('is refused for an unknown product and without a session', async () => {
    const body = { rating: 5, comment: 'x' };
    const unknown = await shop.post('/api/review/nothing', body, ada.auth);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'product_not_found']);
    expect((await shop.get('/api/review/nothing')).status).toBe(404);
    const wrong = await shop.post(`/api/review/${id}`, body, bearer('A'.repeat(43)));
    expect([wrong.status, wrong.body.code]).toEqual([401, 'unauthorized']);
  });

  test('is limited', async () => {
    const eager = await signUp(shop, 'eager@example.com');
    const statuses = [];
    for (let n = 0; n < 31; n++) statuses.push((await write(eager)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('deleting', () => {
  test('one’s own updates rating and number of reviews', async () => {
    const { body } = await write(ada);
    await write(musa, { rating: 1, comment: 'x' });
    const before = await version();
    expect((await remove(body._id, ada.auth)).status).toBe(200);
    expect(await rated()).toEqual([1, 1]);
    expect(await version()).toBe(before);
    expect((await remove(body._id, ada.auth)).body.code).toBe('review_not_found');
  });

  test('not another’s: it looks like one that does not exist', async () => {
    const { body } = await write(ada);
    const theirs = await remove(body._id, musa.auth);
    const missing = await remove('rev_nothing', musa.auth);
    expect([theirs.status, theirs.body]).toEqual([404, missing.body]);
    expect((await remove(body._id, {})).status).toBe(401);
    expect(await list()).toHaveLength(1);
  });
});

describe('bought here', () => {
  const buy = async (email: string, headers: Record<string, string> = {}) => {
    const body = orderBody([[id, 10_000, 1]], { email });
    const { data } = (await shop.post('/api/payment/initialize', body, headers)).body;
    return async () => {
      paystack.become(data.reference, SUCCESS);
      await shop.get(`/api/payment/verify/${data.reference}`);
    };
  };
  const bought = async () => (await list())[0].boughtHere;

  test('is true once the account has a paid order for the product', async () => {
    await write(ada);
    const pay = await buy('gift@example.com', ada.auth);
    expect(await bought()).toBe(false);
    await pay();
    expect(await bought()).toBe(true);
  });

  test('is true for a guest order of the verified address, not for other customers or products', async () => {
    await write(ada);
    await (await buy('someone@example.com'))();
    expect(await bought()).toBe(false);
    await (await buy('ada@example.com', musa.auth))();
    expect(await bought()).toBe(false);
    await (await buy('ada@example.com'))();
    expect(await bought()).toBe(true);
  });

  test('is no longer true once its line, or the whole order, was refunded by hand', async () => {
    const { db } = shop.services;
    await write(ada);
    for (const request of [{ amountKobo: 1_000_000, for: '1' }, {}]) {
      await (await buy('ada@example.com'))();
      expect(await bought()).toBe(true);
      const [order] = await db.select().from(orders).orderBy(desc(orders.createdAt)).limit(1);
      const part = { ...REFUND, amountKobo: 1_000_000, key: 'not for it', for: 'other' };
      if (request.for)
        await recordByHand(shop.services, order?.id ?? '', { ...part, amountKobo: 100 });
      expect(await bought()).toBe(true);
      expect(
        await recordByHand(shop.services, order?.id ?? '', { ...REFUND, ...request }),
      ).toMatchObject({
        ok: true,
      });
      expect(await bought()).toBe(false);
    }
  });
});
