import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Customer, signUp } from '../accounts/account.harness.ts';
import { product } from '../shop.harness.ts';
import { type OfficeShop, openOffice, type Person, type Seen } from './office.harness.ts';

/** The reviews in the back office. */
let shop: OfficeShop;
let owner: Person;
let packer: Person;
let ada: Customer;
let musa: Customer;
beforeAll(async () => {
  const products = ['oud', 'rose', 'musk'].map((id) => product({ id, name: `The ${id}` }));
  shop = await openOffice({ products });
  owner = await shop.signIn('owner', 'Bola');
  packer = await shop.signIn('packer');
  ada = await signUp(shop, 'ada@example.com', { fullName: 'Ada Obi' });
  musa = await signUp(shop, 'musa@example.com', { fullName: 'Musa Bello' });
});
afterAll(() => shop.close());

const REVIEWS = '/admin/reviews';
const write = async (customer: Customer, id: string, rating: number, comment: string) =>
  (await shop.post(`/api/review/${id}`, { rating, comment }, customer.auth)).body._id as string;
const rated = async (id: string) => {
  const { product: shown } = (await shop.get(`/api/product/${id}`)).body;
  return [shown.ratings, shown.numReviews];
};
const formOf = (page: Seen, action: string) => {
  const form = page.forms.find((each) => each.action === action);
  if (!form) throw new Error(`No form for ${action}`);
  return form;
};

test('a review is read, hidden with a reason, shown again and deleted; the rating follows', async () => {
  const good = await write(ada, 'oud', 5, 'Warm & <lasting>.');
  const bad = await write(musa, 'oud', 1, 'Buy at my shop.');
  const first = await owner.open(REVIEWS);
  expect(first.text).toContain('To check (2)');
  expect(first.text).toContain('1 of 5 Musa Bello');
  expect(first.text).toContain('Warm & <lasting>.');
  const kept = await owner.submit(REVIEWS, `${REVIEWS}/${good}/keep`);
  expect(kept.text).toContain('To check (1)');
  const hidden = await owner.submit(REVIEWS, `${REVIEWS}/${bad}`, {
    what: 'hide',
    reason: 'an advertisement',
  });
  expect(hidden.text).toContain('The review is hidden, and does not count any more.');
  expect(hidden.text).toContain('You have checked every review.');
  expect(await rated('oud')).toEqual([5, 1]);
  const list = `${REVIEWS}?view=hidden`;
  expect((await owner.open(list)).text).toContain(': an advertisement');
  const shown = await owner.submit(list, `${REVIEWS}/${bad}`, { what: 'show' });
  // It leads back to the list that it came from.
  expect(shown.text).toContain('No review is hidden.');
  expect(await rated('oud')).toEqual([3, 2]);
  await owner.submit(`${REVIEWS}?view=all`, `${REVIEWS}/${bad}`, { what: 'delete' });
  expect(await rated('oud')).toEqual([5, 1]);
});

test('a form that is sent twice, or by two people, takes effect once and says so', async () => {
  const review = await write(ada, 'rose', 2, 'Faint.');
  const other = await shop.signIn('owner', 'Chidi');
  const [mine, theirs] = [await owner.open(REVIEWS), await other.open(REVIEWS)];
  const action = `${REVIEWS}/${review}`;
  const sent = [
    await owner.send(formOf(mine, action), { what: 'hide' }),
    await owner.send(formOf(mine, action), { what: 'hide' }),
  ];
  expect(sent[1]?.location).toBe(sent[0]?.location);
  const late = await other.send(formOf(theirs, action), { what: 'hide' });
  expect((await other.open(late.location ?? '')).text).toContain('The review was hidden already.');
  expect(await rated('rose')).toEqual([0, 0]);
});

test('a mistake keeps what was typed; a review that its author has deleted is named', async () => {
  const review = await write(ada, 'musk', 2, 'Faint.');
  const action = `${REVIEWS}/${review}`;
  const reason = 'x'.repeat(301);
  const refused = await owner.submit(REVIEWS, action, { what: 'hide', reason });
  expect(refused.status).toBe(400);
  expect(formOf(refused, action).fields.find(([name]) => name === 'reason')?.[1]).toBe(reason);
  await shop.app.request(`/api/review/${review}`, { method: 'DELETE', headers: ada.auth });
  const gone = await owner.send(formOf(refused, action), { what: 'hide', reason: '' });
  expect([gone.status, gone.text.includes(`There is no review ${review}`)]).toEqual([404, true]);
});

test('a packer reads them, and may change none', async () => {
  const review = await write(musa, 'musk', 4, 'Good.');
  const page = await packer.open(REVIEWS);
  expect(page.text).toContain('Good.');
  expect(page.forms).toEqual([]);
  const form = formOf(await owner.open(REVIEWS), `${REVIEWS}/${review}`);
  expect((await packer.send(form, { what: 'hide' })).status).toBe(403);
  expect(await rated('musk')).toEqual([4, 1]);
});
