import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { csvRows } from '#backend/merchant-files/tables/csv.ts';
import { decodeText } from '#backend/merchant-files/tables/text.ts';
import { addRedirects } from '#backend/products/catalogue/redirects.ts';
import { importReviews } from '#backend/reviews/files/import.ts';
import { readReviews } from '#backend/reviews/files/read.ts';
import { reviews } from '#backend/reviews/tables.ts';
import { start } from '#contract/reading/reader.ts';
import { readReviews as readAnswer } from '#contract/reading/review.ts';
import { type Customer, PASSWORD, signUp } from '../accounts/account.harness.ts';
import { type OfficeShop, openOffice, type Person } from '../admin/office.harness.ts';
import { product } from '../shop.harness.ts';

/** Reviews that a merchant brings from another shop. */
let shop: OfficeShop;
let owner: Person;
let ada: Customer;
beforeAll(async () => {
  const products = [
    product({ id: 'oud', name: 'Oud' }),
    product({ id: 'amber-50-ml', name: 'Amber' }),
    product({ id: 'rose', name: 'Rose' }),
    product({ id: 'musk-1', name: 'Musk' }),
    product({ id: 'musk-2', name: 'Musk' }),
  ];
  shop = await openOffice({ products });
  owner = await shop.signIn('owner', 'Bola');
  ada = await signUp(shop, 'ada@example.com', { fullName: 'Ada Obi' });
  await shop.services.db.transaction((transaction) =>
    addRedirects(transaction, [{ from: '/products/amber', to: '/products/amber-50-ml' }]),
  );
});
afterAll(() => shop.close());

const HEAD =
  'title,body,rating,review_date,reviewer_name,reviewer_email,product_handle,product_title\n';
const FILE = `${HEAD}Warm,Lasts all day,5,2025-03-04 10:11:12 UTC,Amina Okafor,amina@example.com,oud,
,Faint,2,2025-03-05,Chidi,chidi@example.com,oud,
,Sweet,4,2025-03-06,Bisi A,bisi@example.com,amber,
,Red,3,2025-03-07,Uche,uche@example.com,,rose
,Which,3,2025-03-07,Uche,uche@example.com,,Musk
,Gone,3,2025-03-08,Uche,uche@example.com,lost,
`;
async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
const bring = async (text: string, dryRun = false) =>
  importReviews(shop.services.db, await readReviews(csvRows(decodeText(bytes(text)))), { dryRun });
const listed = async (id: string) => (await shop.get(`/api/review/${id}`)).body;
const rated = async (id: string) => {
  const { product: shown } = (await shop.get(`/api/product/${id}`)).body;
  return [shown.ratings, shown.numReviews];
};
const version = () => shop.changes();

test('are listed with first name and initial, count in the stars, and say where they come from', async () => {
  await shop.post('/api/review/oud', { rating: 5, comment: 'Mine' }, ada.auth);
  expect(await bring(FILE, true)).toMatchObject({ added: 4, known: 0 });
  expect(await rated('oud')).toEqual([5, 1]);
  const before = await version();
  expect(await bring(FILE)).toEqual({
    format: 'Judge.me',
    rows: 6,
    added: 4,
    known: 0,
    leftOut: [
      { row: 6, what: "is of 'Musk', which the shop does not have" },
      { row: 7, what: "is of 'lost', which the shop does not have" },
    ],
  });
  expect(await version()).toBeGreaterThan(before);
  const [mine, faint, warm] = await listed('oud');
  expect(mine).not.toHaveProperty('previousShop');
  expect([faint, warm]).toMatchObject([
    { userName: 'Chidi', comment: 'Faint' },
    {
      userName: 'Amina O.',
      rating: 5,
      comment: 'Warm\n\nLasts all day',
      createdAt: '2025-03-04T10:11:12.000Z',
      boughtHere: false,
      previousShop: true,
    },
  ]);
  expect(warm.user._id).not.toBe(faint.user._id);
  expect(await rated('oud')).toEqual([4, 3]);
  expect(await rated('amber-50-ml')).toEqual([4, 1]);
  expect(await rated('rose')).toEqual([3, 1]);
  const read = readAnswer(await listed('oud'), start());
  expect(read.map(({ previousShop }) => previousShop)).toEqual([undefined, true, true]);
});

test('are added once, however often the file is imported, and store no email address', async () => {
  const before = await version();
  const all = await listed('oud');
  expect(await bring(FILE, true)).toMatchObject({ added: 0, known: 4 });
  expect(await bring(FILE)).toMatchObject({ added: 0, known: 4 });
  expect(await listed('oud')).toEqual(all);
  expect(await version()).toBe(before);
  const { rows } = await shop.services.db.execute<{ text: string }>(
    sql`select string_agg(r::text, ' ') as text from reviews r`,
  );
  expect(rows[0]?.text).not.toContain('@example.com');
});

test('need no approval, are hidden and shown like others, and no file shows them again', async () => {
  const list = '/admin/reviews?view=all';
  expect((await owner.open('/admin/reviews')).text).not.toContain('Chidi');
  const page = await owner.open(list);
  expect(page.text).toMatch(/2 of 5 Chidi, .* from the previous shop/);
  const [, faint] = await listed('oud');
  await owner.submit(list, `/admin/reviews/${faint._id}`, { what: 'hide', reason: 'unfair' });
  expect(await rated('oud')).toEqual([5, 2]);
  await bring(FILE);
  expect(await rated('oud')).toEqual([5, 2]);
});

test('cannot be deleted by any shopper, and stay when an account is erased', async () => {
  const [, warm] = await listed('oud');
  const answer = await shop.app.request(`/api/review/${warm._id}`, {
    method: 'DELETE',
    headers: ada.auth,
  });
  expect(answer.status).toBe(404);
  const erased = await shop.post('/api/account/delete', { password: PASSWORD }, ada.auth);
  expect(erased.status).toBe(200);
  expect(await listed('oud')).toMatchObject([{ userName: 'Amina O.' }]);
  expect(await rated('oud')).toEqual([5, 1]);
});

test('have either an author and a source, or an account', async () => {
  const { db } = shop.services;
  const half = db.insert(reviews).values({ id: 'rev_x', productId: 'oud', rating: 1, comment: '' });
  await expect(half).rejects.toThrow();
  await expect(
    db.update(reviews).set({ author: null }).where(eq(reviews.author, 'Uche')),
  ).rejects.toThrow();
});
