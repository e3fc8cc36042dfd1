import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditShop } from '#backend/audit/audit.ts';
import { listAllReviews, type ReviewFilter, reviewPage } from '#backend/reviews/list.ts';
import { moderateReview } from '#backend/reviews/moderation.ts';
import type { Moderation } from '#backend/reviews/moderations.ts';
import { staffActions } from '#backend/staff/action-tables.ts';
import { type Customer, signUp } from '../accounts/account.harness.ts';
import { openShop, product, type TestShop } from '../shop.harness.ts';

/** The merchant's actions on reviews. */
let shop: TestShop;
let ada: Customer;
let musa: Customer;
let id: string;
let made = 0;
beforeAll(async () => {
  const products = Array.from({ length: 20 }, (_, n) =>
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
const version = () => shop.changes();
const moderate = async (review: string, what: Moderation) => {
  const actor = { name: 'Bola', role: 'owner' } as const;
  const answer = await moderateReview(shop.services.db, review, { what, actor });
  return answer.ok ? answer.value : answer.refusal.code;
};
const expectSound = async () =>
  expect((await auditShop(shop.services.db, { RESERVATION_MINUTES: 60 })).violations).toEqual([]);

describe('a review that the merchant', () => {
  test('hides is invisible and does not count, until it is shown again', async () => {
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

  test('hides stays hidden when its author rewrites it, and she may delete it', async () => {
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
    expect(await moderate(bad, 'delete')).toBe('not_found');
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

test('records of staff actions can be neither changed nor removed', async () => {
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
  const ids = async (filter: ReviewFilter) =>
    (await listAllReviews(db, filter)).map((review) => review.id);
  expect(await ids({ productId: id, view: 'all' })).toEqual([second, first]);
  expect(await ids({ productId: id, view: 'hidden' })).toEqual([first]);
  expect((await ids({ productId: null, view: 'all' })).slice(0, 2)).toEqual([second, first]);
});

describe('an unchecked review', () => {
  const waiting = async () =>
    (await listAllReviews(shop.services.db, { productId: id, view: 'to-look-at' })).map(
      (review) => review.id,
    );

  test('waits until somebody keeps or hides it, and again after its author rewrites it', async () => {
    const [first, second] = [await write(ada, 5), await write(musa, 1)];
    expect(await waiting()).toEqual([second, first]);
    const before = await version();
    expect([await moderate(first, 'keep'), await moderate(first, 'keep')]).toEqual([
      'done',
      'before',
    ]);
    // Shoppers see the same as before.
    expect(await version()).toBe(before);
    await moderate(second, 'hide');
    expect(await waiting()).toEqual([]);
    await write(ada, 4, 'I think otherwise now.');
    expect(await waiting()).toEqual([first]);
  });

  test('is hidden with a reason, which is removed when it is shown again', async () => {
    const { db } = shop.services;
    const review = await write(ada, 1, 'Buy at my shop.');
    const owner = { name: 'Bola', role: 'owner' } as const;
    const reason = ' an advertisement ';
    await moderateReview(db, review, { what: 'hide', actor: owner, reason });
    const [hidden] = await listAllReviews(db, { productId: id, view: 'hidden' });
    expect(hidden?.hiddenReason).toBe('an advertisement');
    const [logged] = await db.select().from(staffActions).where(eq(staffActions.subject, review));
    expect(logged?.detail).toBe('an advertisement');
    await moderate(review, 'show');
    const [shown] = await listAllReviews(db, { productId: id, view: 'all' });
    expect([shown?.hiddenAt, shown?.hiddenReason]).toEqual([null, null]);
    const long = await moderateReview(db, review, {
      what: 'hide',
      actor: owner,
      reason: 'x'.repeat(301),
    });
    expect(long).toMatchObject({
      refusal: { code: 'invalid', fields: { reason: expect.stringContaining('300') } },
    });
  });

  test.each(['hide', 'show', 'delete', 'keep'] as const)(
    'is not for a packer to %s',
    async (what) => {
      const review = await write(ada, 1);
      const actor = { name: 'Musa', role: 'packer' } as const;
      expect(await moderateReview(shop.services.db, review, { what, actor })).toMatchObject({
        refusal: { code: 'forbidden' },
      });
      expect(await listed()).toEqual([review]);
    },
  );
});

test('pages of reviews have each of them once, also of one moment', async () => {
  const { db } = shop.services;
  await write(ada, 5);
  await db.execute(sql`
    insert into accounts (id, email, full_name)
    select 'reader_' || n, 'reader' || n || '@example.com', 'Reader' from generate_series(1, 45) as n`);
  await db.execute(sql`
    insert into reviews (id, product_id, account_id, rating, comment, created_at)
    select 'rev_' || n, ${id}, 'reader_' || n, 4, 'Good.', now() - (n / 10) * interval '1 microsecond'
    from generate_series(1, 45) as n`);
  const seen: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await reviewPage(db, { productId: id, view: 'all', after });
    seen.push(...page.reviews.map((review) => review.id));
    if (page.next === null) break;
    after = page.next;
  }
  expect([seen.length, new Set(seen).size]).toEqual([46, 46]);
});
