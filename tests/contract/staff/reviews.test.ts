import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { staffActions } from '#backend/db/tables/staff-tables.ts';
import { auditShop } from '#backend/services/audit/audit.ts';
import { listAllReviews, moderateReview } from '#backend/services/reviews/moderation.ts';
import type { Moderation } from '#backend/services/reviews/moderations.ts';
import { type Customer, signUp } from '../accounts/account.harness.ts';
import { openShop, product, type TestShop } from '../shop.harness.ts';

/** What the merchant does to reviews. */
let shop: TestShop;
let ada: Customer;
let musa: Customer;
let id: string;
let made = 0;
beforeAll(async () => {
  const products = Array.from({ length: 10 }, (_, n) =>
    product({ id: `oud-${n}`, name: `Oud ${n}` }),
  );
  shop = await openShop({ products });
  ada = await signUp(shop, 'ada@example.com', { fullName: 'Ada Obi' });
  musa = await signUp(shop, 'musa@example.com', { fullName: 'Musa Bello' });
});
beforeEach(() => {
  id = `oud-${made++}`;
});
afterAll(() => shop.close());

const write = async (customer: Customer, rating: number, comment = 'Warm oud.') =>
  (await shop.post(`/api/review/${id}`, { rating, comment }, customer.auth)).body._id as string;
const listed = async () =>
  (await shop.get(`/api/review/${id}`)).body.map(({ _id }: { _id: string }) => _id);
const rated = async () => {
  const { product: shown } = (await shop.get(`/api/product/${id}`)).body;
  return [shown.ratings, shown.numReviews];
};
const version = async () => Number((await shop.get('/api/catalogue/version')).body.version);
const moderate = (review: string, what: Moderation) =>
  moderateReview(shop.services.db, review, { what, by: 'Bola' });
const expectSound = async () =>
  expect((await auditShop(shop.services.db, { RESERVATION_MINUTES: 60 })).violations).toEqual([]);

describe('a review that the merchant', () => {
  test('hides is not seen and does not count, until it is shown again', async () => {
    const [good, bad] = [await write(ada, 5), await write(musa, 1)];
    const before = await version();
    expect(await moderate(bad, 'hide')).toBe('done');
    expect(await listed()).toEqual([good]);
    expect(await rated()).toEqual([5, 1]);
    expect(await version()).toBe(before + 1);
    await expectSound();
    expect(await moderate(bad, 'hide')).toBe('before');
    expect(await version()).toBe(before + 1);
    expect(await moderate(bad, 'show')).toBe('done');
    expect(await listed()).toEqual([bad, good]);
    expect(await rated()).toEqual([3, 2]);
    await expectSound();
  });

  test('hides stays hidden when its author writes it anew, and she may delete it', async () => {
    const review = await write(ada, 1);
    await moderate(review, 'hide');
    expect(await write(ada, 2, 'Again.')).toBe(review);
    expect(await listed()).toEqual([]);
    expect(await rated()).toEqual([0, 0]);
    await expectSound();
    const gone = await shop.app.request(`/api/review/${review}`, {
      method: 'DELETE',
      headers: ada.auth,
    });
    expect(gone.status).toBe(200);
    await expectSound();
  });

  test('deletes is gone, and its product counts without it', async () => {
    const [good, bad] = [await write(ada, 5), await write(musa, 2)];
    expect(await moderate(bad, 'delete')).toBe('done');
    expect(await moderate(bad, 'delete')).toBe('unknown');
    expect(await listed()).toEqual([good]);
    expect(await rated()).toEqual([5, 1]);
    await expectSound();
  });

  test('hides while others write: rating and number are right', async () => {
    const review = await write(ada, 1);
    await Promise.all([
      ...Array.from({ length: 5 }, () => moderate(review, 'hide')),
      write(musa, 4),
      write(ada, 2),
    ]);
    expect(await rated()).toEqual([4, 1]);
    const recorded = await shop.services.db
      .select()
      .from(staffActions)
      .where(eq(staffActions.subject, review));
    expect(recorded).toMatchObject([{ action: 'review.hide', recordedBy: 'Bola' }]);
    await expectSound();
  });
});

test('what staff did can neither be changed nor removed', async () => {
  await moderate(await write(ada, 1), 'hide');
  const refused = { cause: { message: 'rows of staff_actions are only ever added' } };
  const { db } = shop.services;
  await expect(db.delete(staffActions)).rejects.toMatchObject(refused);
  await expect(db.update(staffActions).set({ recordedBy: 'x' })).rejects.toMatchObject(refused);
});

test('the list has the newest first, those of a product, and the hidden ones', async () => {
  const { db } = shop.services;
  const [first, second] = [await write(ada, 5), await write(musa, 1)];
  await moderate(first, 'hide');
  const ids = async (filter: { productId: string | null; hidden: boolean }) =>
    (await listAllReviews(db, filter)).map((review) => review.id);
  expect(await ids({ productId: id, hidden: false })).toEqual([second, first]);
  expect(await ids({ productId: id, hidden: true })).toEqual([first]);
  expect((await ids({ productId: null, hidden: false })).slice(0, 2)).toEqual([second, first]);
});
