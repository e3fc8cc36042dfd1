import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ownPlaces } from '#backend/shipping/places.ts';
import { shippingPlaces } from '#backend/shipping/tables.ts';
import { PLACES } from '../shop.harness.ts';
import { type OfficeShop, openOffice, type Person } from './office.harness.ts';

/** The pages of the shipping places. */
let shop: OfficeShop;
let owner: Person;
beforeAll(async () => {
  shop = await openOffice();
  owner = await shop.signIn('owner', 'Ada');
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.services.db.delete(shippingPlaces);
  await shop.services.db.insert(shippingPlaces).values(PLACES);
});

const KANO = '/admin/shipping/places/Kano';
const IKEJA = `/admin/shipping/places/${encodeURIComponent('Lagos – Ikeja')}`;
const names = async () => (await ownPlaces(shop.services.db)).map(({ place }) => place);

test('a new place needs a fee, and keeps what was typed until it has one', async () => {
  const NEW = '/admin/shipping/new';
  const refused = await owner.submit(NEW, NEW, { place: 'Jos', state: 'Plateau' });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('The fee must not be empty');
  expect(refused.forms[0]?.fields).toContainEqual(['place', 'Jos']);
  const added = await owner.submit(NEW, NEW, { place: 'Jos', state: 'Plateau', amount: '4,500' });
  expect(added.text).toContain('Jos is added.');
  expect(added.text).toContain('₦4,500');
  expect(await names()).toEqual(['Lagos – Ikeja', 'Abuja', 'Kano', 'Jos']);
});

test('the areas of another state are shown before anything is saved', async () => {
  const [form] = (await owner.open(IKEJA)).forms;
  if (!form) expect.fail('no form');
  const shown = await owner.send(form, { state: 'Kano', amount: '9000', show: 'areas' });
  expect(shown.text).toContain('These are the areas of Kano. Nothing is saved yet.');
  const [again] = shown.forms;
  expect(again?.fields).toContainEqual(['amount', '9000']);
  if (!again) expect.fail('no form');
  const saved = await owner.send(again, { areas: ['Dala', 'Fagge'], position: '3' });
  expect(saved.status).toBe(303);
  expect((await ownPlaces(shop.services.db))[2]).toEqual({
    place: 'Lagos – Ikeja',
    state: 'Kano',
    areas: ['Dala', 'Fagge'],
    amountKobo: 900_000,
  });
});

test('the person who saves later sees both fees, and chooses', async () => {
  const other = await shop.signIn('owner', 'Bola');
  const [late] = (await other.open(KANO)).forms;
  if (!late) expect.fail('no form');
  await owner.submit(KANO, KANO, { amount: '6000' });
  const stale = await other.send(late, { amount: '7000' });
  expect(stale.status).toBe(409);
  expect(stale.text).toContain('Now in the shop: 6000');
  const [again] = stale.forms;
  expect(again?.fields).toContainEqual(['amount', '7000']);
  if (!again) expect.fail('no form');
  expect((await other.send(again)).status).toBe(303);
  expect((await ownPlaces(shop.services.db))[2]?.amountKobo).toBe(700_000);
});

test('a form sent twice moves a place once', async () => {
  const [form] = (await owner.open(KANO)).forms;
  if (!form) expect.fail('no form');
  const first = await owner.send(form, { position: '1' });
  await owner.submit(IKEJA, IKEJA, { position: '1' });
  const second = await owner.send(form, { position: '1' });
  expect(second.location).toBe(first.location);
  expect(await names()).toEqual(['Lagos – Ikeja', 'Kano', 'Abuja']);
});

test('a place that somebody else has just removed shows what was typed', async () => {
  const [form] = (await owner.open(KANO)).forms;
  if (!form) expect.fail('no form');
  await owner.submit(KANO, `${KANO}/remove`);
  const late = await owner.send(form, { amount: '7777' });
  expect(late.status).toBe(404);
  expect(late.text).toContain('You typed: 7777, Kano. Nothing was saved.');
});

test('a packer can read the places, but not change them', async () => {
  const packer = await shop.signIn('packer');
  const page = await packer.open('/admin/shipping');
  expect(page.text).toContain('Kano');
  expect(page.html).not.toContain('/admin/shipping/');
  expect((await packer.open(KANO)).status).toBe(403);
});
