import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { importPlaces } from '#backend/shipping/import.ts';
import { type PlaceRequest, removePlace, setPlace } from '#backend/shipping/one-place.ts';
import { placeFields } from '#backend/shipping/place-form.ts';
import { ownPlaces } from '#backend/shipping/places.ts';
import { readPlace } from '#backend/shipping/rows.ts';
import { shippingPlaces } from '#backend/shipping/tables.ts';
import { actionsOn } from '#backend/staff/actions.ts';
import { versionOf } from '#backend/staff/version.ts';
import { openShop, PLACES, type TestShop } from '../shop.harness.ts';

/** The places, changed by form and by command. */
let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.services.db.delete(shippingPlaces);
  await shop.services.db.insert(shippingPlaces).values(PLACES);
});

const ADA = { name: 'Ada', role: 'owner' } as const;
const places = () => ownPlaces(shop.services.db);
const names = async () => (await places()).map(({ place }) => place);
const set = (request: PlaceRequest) => setPlace(shop.services.db, ADA, request);
const versionNow = async (name: string) => {
  const place = (await places()).find((each) => each.place === name);
  return versionOf(place ? placeFields(place) : {});
};

test('a place gets another fee and position, and the log says so', async () => {
  const cells = { amount: '₦5,500', areas: 'dala|Fagge' };
  const version = await versionNow('Kano');
  const changed = await set({ place: 'Kano', cells, mode: 'change', version, position: 1 });
  expect(changed.ok).toBe(true);
  expect(await names()).toEqual(['Kano', 'Lagos – Ikeja', 'Abuja']);
  expect((await places())[0]).toMatchObject({ amountKobo: 550_000, areas: ['Dala', 'Fagge'] });
  const actions = await actionsOn(shop.services.db, 'Kano');
  expect(actions.map(({ action, detail, recordedBy }) => [action, detail, recordedBy])).toEqual([
    ['place.move', 'to position 1', 'Ada'],
    ['place.change', 'fee from ₦5,000 to ₦5,500; areas from all to Dala, Fagge', 'Ada'],
  ]);
});

test.each([
  [1, 3, ['Abuja', 'Kano', 'Lagos – Ikeja']],
  [3, 2, ['Lagos – Ikeja', 'Kano', 'Abuja']],
  [2, 99, ['Lagos – Ikeja', 'Kano', 'Abuja']],
  [2, 2, ['Lagos – Ikeja', 'Abuja', 'Kano']],
])('from position %i to %i', async (from, to, after) => {
  const place = (await names())[from - 1] ?? '';
  await set({ place, cells: {}, mode: 'change', position: to });
  expect(await names()).toEqual(after);
});

test('the second of two people sees what the first has saved', async () => {
  const version = await versionNow('Kano');
  await set({ place: 'Kano', cells: { amount: '6000' }, mode: 'change', version });
  const late = { place: 'Kano', cells: { amount: '7000' }, mode: 'change', version } as const;
  expect(await set(late)).toMatchObject({
    refusal: { code: 'stale', current: { amount: '6000', state: 'Kano' } },
  });
  expect(await removePlace(shop.services.db, ADA, 'Kano', version)).toMatchObject({
    refusal: { code: 'stale' },
  });
  expect((await places())[2]).toMatchObject({ place: 'Kano', amountKobo: 600_000 });
});

test('a removed place is not created again, and a name is not used twice', async () => {
  const version = await versionNow('Kano');
  expect((await removePlace(shop.services.db, ADA, 'Kano', version)).ok).toBe(true);
  const cells = { amount: '1' };
  expect(await set({ place: 'Kano', cells, mode: 'change', version })).toMatchObject({
    refusal: { code: 'not_found' },
  });
  expect(await set({ place: ' Abuja ', cells, mode: 'add' })).toMatchObject({
    refusal: { code: 'conflict', fields: { place: "There is a place 'Abuja' already." } },
  });
  expect(await names()).toEqual(['Lagos – Ikeja', 'Abuja']);
});

test('each fault is shown at its field', async () => {
  expect(
    await set({ place: '', cells: { amount: 'much', state: 'Kanoo' }, mode: 'add' }),
  ).toMatchObject({
    refusal: {
      code: 'invalid',
      fields: {
        place: 'The name must not be empty: fill it in.',
        amount: expect.stringMatching(/^The fee is 'much': write naira/),
        state: expect.stringMatching(/^The state is 'Kanoo'/),
      },
    },
  });
  expect(await set({ place: 'Jos', cells: {}, mode: 'add' })).toMatchObject({
    refusal: { fields: { amount: 'A new place needs a fee.' } },
  });
});

test('a packer changes none, by any of these', async () => {
  const packer = { name: 'Chidi', role: 'packer' } as const;
  const { db } = shop.services;
  const before = await places();
  for (const refused of [
    await setPlace(db, packer, { place: 'Kano', cells: { amount: '1' }, mode: 'either' }),
    await removePlace(db, packer, 'Kano'),
    await importPlaces(db, packer, [readPlace(2, { place: 'Jos', amount: '1' })]),
  ]) {
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'forbidden' } });
  }
  expect(await places()).toEqual(before);
});
