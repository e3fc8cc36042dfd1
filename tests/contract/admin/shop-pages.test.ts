import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readFactsNow } from '#backend/shop/change.ts';
import { shopFacts } from '#backend/shop/tables.ts';
import { CHANGEABLE } from '#config/shop-changes.ts';
import { product } from '../shop.harness.ts';
import { type OfficeShop, openOffice, type Person } from './office.harness.ts';

/** The pages of the shop's words. */
let shop: OfficeShop;
let owner: Person;
beforeAll(async () => {
  shop = await openOffice({ products: [product({ id: 'box' })] });
  owner = await shop.signIn('owner', 'Ada');
});
afterAll(() => shop.close());
beforeEach(() => shop.services.db.delete(shopFacts));

const facts = async () => (await readFactsNow(shop.services.db)).facts;
const stored = () => shop.services.db.$count(shopFacts);

test('every field has a page, and its unedited form changes nothing', async () => {
  const overview = await owner.open('/admin/shop');
  const before = await facts();
  for (const field of CHANGEABLE) {
    expect(overview.html).toContain(`href="/admin/shop/${field}"`);
    const page = `/admin/shop/${field}`;
    expect((await owner.submit(page, page)).text).toContain('nothing was changed.');
  }
  expect(await stored()).toBe(0);
  expect(await facts()).toEqual(before);
});

test('promo words reach the pages at once', async () => {
  const saved = await owner.submit('/admin/shop/promo', '/admin/shop/promo', { promo: 'Half!' });
  expect(saved.text).toContain('Promo words: saved.');
  expect(saved.text).toContain('Half! Set here');
  expect((await shop.get('/api/shop')).body.facts).toEqual({ promo: 'Half!' });
  const page = await owner.open('/admin/shop/promo');
  expect(page.text).toMatch(/Ada: from '.*' to 'Half!'/);
  const own = await owner.submit('/admin/shop/promo', '/admin/shop/promo/reset');
  expect(own.text).toContain("the folder's words are used again.");
  expect((await shop.get('/api/shop')).body.facts).toEqual({});
});

test('gift wrapping is a product of the shop; another id is refused at its field', async () => {
  const page = '/admin/shop/giftWrapping';
  const wrong = await owner.submit(page, page, { giftWrapping: 'boks' });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("Gift wrapping is 'boks', and no product has this id.");
  expect((await owner.submit(page, page, { giftWrapping: 'box' })).text).toContain('saved.');
  expect((await owner.submit(page, page, { giftWrapping: '' })).text).toContain('saved.');
});

test('one form adds a banner, moves another and removes a third', async () => {
  const { banners } = await facts();
  const page = '/admin/shop/banners';
  await owner.submit(page, page, {
    'banners.1.gone': 'yes',
    'banners.5.position': '2',
    'banners.6.picture': banners[0]?.picture ?? '',
    'banners.6.title': 'Rain on brass',
    'banners.6.text': 'New in.',
    'banners.6.link.label': 'See them',
    'banners.6.link.href': '/products',
  });
  expect((await facts()).banners.map(({ title }) => title)).toEqual([
    banners[4]?.title,
    banners[1]?.title,
    banners[2]?.title,
    banners[3]?.title,
    'Rain on brass',
  ]);
});

test('the summary of a refused form leads to the field, and what was typed is there', async () => {
  const page = '/admin/shop/banners';
  const typed = { 'banners.2.link.href': 'shop', 'banners.6.title': 'Half a banner' };
  const refused = await owner.submit(page, page, typed);
  expect(refused.status).toBe(400);
  const [, id] = /href="#([^"]*)">Address must begin with/.exec(refused.html) ?? [];
  expect(refused.html).toMatch(new RegExp(`<input[^>]* id="${id}" name="banners.2.link.href"`));
  expect(refused.forms[0]?.fields).toContainEqual(['banners.6.title', 'Half a banner']);
  expect(await stored()).toBe(0);
});

test('the person who saves later sees both, and nothing is lost', async () => {
  const [late] = (await owner.open('/admin/shop/brands')).forms;
  if (!late) expect.fail('no form');
  await owner.submit('/admin/shop/brands', '/admin/shop/brands', { 'brands.1': 'Xerjoff' });
  const stale = await owner.send(late, { 'brands.1': 'Creed' });
  expect(stale.status).toBe(409);
  expect(stale.text).toContain('Now in the shop: Xerjoff');
  expect(stale.forms[0]?.fields).toContainEqual(['brands.1', 'Creed']);
  expect((await facts()).brands[0]).toBe('Xerjoff');
});

test('days are ticked; a form without any day is refused', async () => {
  const page = '/admin/shop/delivery';
  await owner.submit(page, page, { 'delivery.weekdays': ['Monday', 'Saturday'] });
  expect((await facts()).delivery.weekdays).toEqual(['Monday', 'Saturday']);
  const none = await owner.submit(page, page, { 'delivery.weekdays': null });
  expect(none.text).toContain('Days of dispatch must not be empty.');
});

test('all facts are one file, as the command writes it', async () => {
  const file = await owner.open('/admin/shop-facts.json');
  expect(Object.keys(JSON.parse(file.html))).toEqual([...CHANGEABLE]);
});
