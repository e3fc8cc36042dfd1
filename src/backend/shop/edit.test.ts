import { expect, it } from 'vitest';
import { readShopFolder, shopFolder } from '#config/shop-folder.ts';
import { editFields, editTexts } from './edit.ts';

const FOLDER = shopFolder('');
const facts = readShopFolder(FOLDER);
const edit = (...values: (readonly [string, string])[]) => editTexts(FOLDER, facts, values);

it.each([
  ['name', 'Other', 'name is not set here: it belongs to the folder'],
  ['promos', 'x', "There is no field 'promos'. Did you mean 'promo'?"],
  ['banners.9.title', 'x', 'There is no banners.9'],
  ['banners.1.name', 'x', 'There is no banners.1.name'],
  ['hours.from', 'x', 'There is no hours with parts'],
  ['phone', '0800', 'phone has parts: set phone.label or phone.href'],
  ['delivery.elsewhere.to', 'soon', 'delivery.elsewhere.to must be a whole number from 0 to 60'],
  ['banners.2.title', ' ', 'banners.2.title must not be empty'],
  [
    'banners.1.picture',
    'bottle',
    'banners.1.picture is bottle, and there is no pictures/bottle.jpg',
  ],
])(
  'refuses %s=%s in a sentence that begins with the field, counted from 1',
  (path, text, fault) => {
    expect(edit([path, text])).toMatchObject({ ok: false, refusal: { message: fault } });
  },
);

it('names every fault of an edit', () => {
  expect(edit(['email', 'nobody'], ['hours', ''])).toMatchObject({
    ok: false,
    refusal: { message: 'email must be an email address\nhours must not be empty' },
  });
});

it('gives the fields that differ, each as a whole', () => {
  expect(edit(['phone.label', '0800'], ['brands', ' Dior | Zara'], ['hours', facts.hours])).toEqual(
    {
      ok: true,
      value: { phone: { ...facts.phone, label: '0800' }, brands: ['Dior', 'Zara'] },
    },
  );
  expect(edit(['promo', ''])).toEqual({ ok: true, value: { promo: null } });
  expect(
    edit(['delivery.closed', '2026-12-24|2026-12-31'], ['delivery.elsewhere.to', '6']),
  ).toEqual({
    ok: true,
    value: {
      delivery: {
        ...facts.delivery,
        closed: ['2026-12-24', '2026-12-31'],
        elsewhere: { from: 2, to: 6 },
      },
    },
  });
  expect(editFields(FOLDER, facts, { tagline: 'New', hours: facts.hours })).toEqual({
    ok: true,
    value: { tagline: 'New' },
  });
});
