import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeFacts, factForm, readFactsNow, resetFacts, saveFact } from '#backend/shop/change.ts';
import { editTexts } from '#backend/shop/edit.ts';
import { shopFacts } from '#backend/shop/tables.ts';
import { actionsOn } from '#backend/staff/actions.ts';
import type { ChangeableField } from '#config/shop-changes.ts';
import { openShop, type TestShop } from '../shop.harness.ts';

/** The shop's words, changed by form and by command. */
let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.services.db.delete(shopFacts));

const ADA = { name: 'Ada', role: 'owner' } as const;
const opened = async (field: ChangeableField) =>
  factForm(await readFactsNow(shop.services.db), field);
const save = (
  field: ChangeableField,
  { values, version }: { values: Record<string, string>; version?: string },
) => saveFact(shop.services.db, ADA, field, { values, version });
const facts = async () => (await readFactsNow(shop.services.db)).facts;

test('a form changes only what it shows, and the log has the person, the old and the new value', async () => {
  const form = await opened('promo');
  expect((await save('promo', { ...form, values: { promo: 'Half price' } })).ok).toBe(true);
  expect((await facts()).promo).toBe('Half price');
  const [action] = await actionsOn(shop.services.db, 'promo');
  expect(action).toMatchObject({
    action: 'fact.set',
    recordedBy: 'Ada',
    detail: `from '${form.values.promo}' to 'Half price'`,
  });
});

test('the log names the parts of a field that changed, and no others', async () => {
  const { values } = await opened('banners');
  await save('banners', { values: { ...values, 'banners.2.title': 'Rain on brass' } });
  const [action] = await actionsOn(shop.services.db, 'banners');
  const old = values['banners.2.title'];
  expect(action?.detail).toBe(`banners.2.title from '${old}' to 'Rain on brass'`);
});

test('the second of two people at one form sees both, and nothing is lost', async () => {
  const [one, other] = [await opened('promo'), await opened('promo')];
  await save('promo', { ...one, values: { promo: 'One' } });
  expect(await save('promo', { ...other, values: { promo: 'Other' } })).toMatchObject({
    ok: false,
    refusal: { code: 'stale', current: { promo: 'One' } },
  });
  expect((await facts()).promo).toBe('One');
});

test('if many people save one form at once, one succeeds', async () => {
  const form = await opened('brands');
  const saved = await Promise.all(
    ['A', 'B', 'C', 'D'].map((brand) => save('brands', { ...form, values: { 'brands.1': brand } })),
  );
  expect(saved.filter(({ ok }) => ok)).toHaveLength(1);
});

test('a change of another field does not disturb a form', async () => {
  const form = await opened('promo');
  await save('hours', { values: { hours: 'Never' } });
  expect((await save('promo', { ...form, values: { promo: 'New' } })).ok).toBe(true);
});

test('a fault is shown at the field that was typed, even if entries move', async () => {
  const { values, version } = await opened('banners');
  const result = await save('banners', {
    version,
    values: {
      ...values,
      'banners.3.title': '',
      'banners.3.position': '1',
      'banners.1.link.href': 'shop',
      'banners.2.picture': 'bottle',
    },
  });
  expect(result).toMatchObject({
    ok: false,
    refusal: {
      code: 'invalid',
      fields: {
        'banners.3.title': 'Title must not be empty.',
        'banners.1.link.href':
          'Address must begin with / or https://, without spaces and backslashes.',
      },
    },
  });
  const missing = await save('banners', {
    version,
    values: { ...values, 'banners.2.picture': 'bottle' },
  });
  expect(missing).toMatchObject({
    refusal: { fields: { 'banners.2.picture': expect.stringMatching(/^Picture is bottle/) } },
  });
  expect((await facts()).banners).toHaveLength(5);
});

test('the folder’s words apply again, unless somebody has changed them since', async () => {
  const own = (await facts()).promo;
  await save('promo', { values: { promo: 'Mine' } });
  const { version } = await opened('promo');
  await save('promo', { values: { promo: 'Hers' } });
  const { db } = shop.services;
  expect(await resetFacts(db, ADA, ['promo'], version)).toMatchObject({
    refusal: { code: 'stale', current: { promo: 'Hers' } },
  });
  const again = (await opened('promo')).version;
  expect(await resetFacts(db, ADA, ['promo'], again)).toEqual({ ok: true, value: ['promo'] });
  expect((await facts()).promo).toBe(own);
});

test('a packer changes nothing, by any of these', async () => {
  const packer = { name: 'Chidi', role: 'packer' } as const;
  const { db } = shop.services;
  const before = await facts();
  for (const refused of [
    await saveFact(db, packer, 'promo', { values: { promo: 'x' }, version: undefined }),
    await changeFacts(db, packer, (now) => editTexts(now.folder, now.facts, [['promo', 'x']])),
    await resetFacts(db, packer, ['promo']),
  ]) {
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'forbidden' } });
  }
  expect(await facts()).toEqual(before);
});
