import { eq, isNull, like, not } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts } from '#backend/accounts/tables.ts';
import { auditShop } from '#backend/audit/audit.ts';
import { sweepAccounts } from '#backend/customers/sweep.ts';
import { insertProducts, writeCatalogue } from '#backend/products/fields/writer.ts';
import { products } from '#backend/products/tables.ts';
import { reviews } from '#backend/reviews/tables.ts';
import { type Review, reviewList } from '#contract/review.ts';
import { type DemoReview, insertReviews, readReviews } from '#demo/reviews.ts';
import { signUp } from '../accounts/account.harness.ts';
import { openShop, product, type TestShop } from '../shop.harness.ts';

let shop: TestShop;
let written: DemoReview[];
let ids: string[];
const UNREVIEWED = 'unreviewed';

/** Adds the demo's reviews to products that have only their ids. */
const seed = () =>
  writeCatalogue(shop.services.db, async (transaction) => {
    const added = [UNREVIEWED, ...ids].map((id) => product({ id }));
    await insertProducts(transaction, added);
    await insertReviews(transaction, written);
  });
beforeAll(async () => {
  shop = await openShop();
  written = await readReviews();
  ids = [...new Set(written.map(({ productId }) => productId))];
  await seed();
});
afterAll(() => shop.close());

const figures = async (id: string) => {
  const { ratings, numReviews } = (await shop.get(`/api/product/${id}`)).body.product;
  return { ratings, numReviews };
};
const list = async (id: string): Promise<Review[]> =>
  reviewList.parse((await shop.get(`/api/review/${id}`)).body);

test('every product lists its reviews, newest first, with the rating that they make', async () => {
  for (const id of ids) {
    const own = written.filter(({ productId }) => productId === id);
    const newestFirst = own.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
    expect(await list(id)).toMatchObject(newestFirst.map(({ productId, ...review }) => review));
    const { ratings, numReviews } = await figures(id);
    expect(numReviews).toBe(own.length);
    const mean = own.reduce((sum, { rating }) => sum + rating, 0) / own.length;
    expect(ratings).toBe(Math.round(mean * 100) / 100);
  }
  expect(await figures(UNREVIEWED)).toEqual({ ratings: 0, numReviews: 0 });
});

test('a customer’s review joins them, and the rating is the same again when she deletes it', async () => {
  const ada = await signUp(shop, 'ada@example.com', { fullName: 'Ada Obi' });
  for (const id of ids.slice(0, 5)) {
    const before = await figures(id);
    const { body } = await shop.post(`/api/review/${id}`, { rating: 1, comment: 'No' }, ada.auth);
    expect((await list(id))[0]).toEqual(body);
    expect((await figures(id)).numReviews).toBe(before.numReviews + 1);
    await shop.app.request(`/api/review/${body._id}`, { method: 'DELETE', headers: ada.auth });
    expect(await figures(id)).toEqual(before);
  }
  await shop.services.db.delete(accounts).where(eq(accounts.email, 'ada@example.com'));
});

test('their authors are accounts that nobody can log in to, under addresses that never exist', async () => {
  const { db } = shop.services;
  const total = await db.$count(accounts);
  expect(total).toBe(new Set(written.map(({ userName }) => userName)).size);
  expect(await db.$count(accounts, isNull(accounts.passwordHash))).toBe(total);
  expect(await db.$count(accounts, not(like(accounts.email, '%@shoppers.invalid')))).toBe(0);
  const body = { email: 'amina.b@shoppers.invalid', password: 'Password1' };
  expect(await db.$count(accounts, eq(accounts.email, body.email))).toBe(1);
  expect((await shop.post('/api/auth/login', body)).body.code).toBe('credentials_invalid');
});

test('the audit finds nothing, and the sweep of accounts leaves them', async () => {
  const { db } = shop.services;
  const total = await db.$count(accounts);
  await sweepAccounts(db);
  expect(await db.$count(accounts)).toBe(total);
  expect(await db.$count(reviews)).toBe(written.length);
  expect((await auditShop(db, { RESERVATION_MINUTES: 60 })).violations).toEqual([]);
});

test('they go with their products, and another seed uses the same accounts', async () => {
  const { db } = shop.services;
  const total = await db.$count(accounts);
  await db.delete(products);
  expect(await db.$count(reviews)).toBe(0);
  await seed();
  expect(await db.$count(reviews)).toBe(written.length);
  expect(await db.$count(accounts)).toBe(total);
});
