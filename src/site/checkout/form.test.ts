import { expect, it } from 'vitest';
import { CHECKOUT_MESSAGES } from '#contract/checkout.ts';
import { areasOf } from '#domain/places/areas.ts';
import { consistent, EMPTY_DRAFT, FIELDS } from './draft-store.ts';
import { readForm, serverErrors } from './form.ts';

const full = {
  ...EMPTY_DRAFT,
  fullName: ' Ngozi ',
  email: 'Ngozi@Example.com ',
  phone: '0803',
  address: '12 Awolowo Road',
  state: 'Lagos',
  city: 'Eti-Osa',
  shippingLocation: 'Lekki',
};

it('reports the errors of an empty form, with the texts of spec §5', () => {
  const { form, errors } = readForm(EMPTY_DRAFT);
  expect(form).toBeUndefined();
  expect(errors).toEqual(CHECKOUT_MESSAGES);
  expect(FIELDS.find((name) => errors[name])).toBe('fullName');
});

it('reads a complete form, trimmed, for Nigeria', () => {
  const { code: _, elsewhere: __, receiverName: ___, receiverPhone: ____, ...sent } = full;
  expect(readForm(full).form).toEqual({
    ...sent,
    fullName: 'Ngozi',
    email: 'ngozi@example.com',
    country: 'Nigeria',
  });
});

const present = {
  ...full,
  gift: 'yes',
  giftMessage: 'Happy birthday,\nMummy!',
  elsewhere: 'yes',
  receiverName: 'Ada Obi',
  receiverPhone: '0805',
};

it('sends a gift to who gets it, and keeps who bought it for the shop', () => {
  expect(readForm(present).form).toMatchObject({
    fullName: 'Ada Obi',
    phone: '0805',
    buyerName: 'Ngozi',
    buyerPhone: '0803',
    giftMessage: 'Happy birthday,\nMummy!',
  });
  expect(readForm({ ...present, receiverPhone: ' ', fullName: '' }).errors).toEqual({
    receiverPhone: 'The receiver’s phone number is required',
    fullName: CHECKOUT_MESSAGES.fullName,
  });
});

it('keeps what was typed for a gift to itself while the tick is out', () => {
  const { form } = readForm({ ...present, gift: '' });
  expect(form).toMatchObject({ fullName: 'Ngozi', phone: '0803', giftMessage: '' });
  expect(form).not.toHaveProperty('receiverName');
  expect(readForm({ ...present, elsewhere: '', receiverName: '' }).form?.fullName).toBe('Ngozi');
});

it('accepts a city only in its state: Surulere is in Lagos and in Oyo, Eti-Osa only in Lagos', () => {
  const surulere = { ...full, state: 'Oyo', city: 'Surulere' };
  expect(consistent(surulere, areasOf('Oyo')).city).toBe('Surulere');
  expect(consistent(surulere, areasOf('Kano')).city).toBe('');
  expect(readForm({ ...full, state: 'Oyo' }).errors).toEqual({ city: 'City is required' });
});

it('keeps the city of a stored draft until the areas of its state have loaded', () => {
  expect(consistent(full, undefined).city).toBe('Eti-Osa');
});

it('maps the server’s errors to their fields', () => {
  const refused = { 'shippingInfo.email': 'no', 'shippingInfo.phone': 'no', 'items.0.price': 'x' };
  expect(serverErrors(refused, full)).toEqual({ email: 'no', phone: 'no' });
  expect(serverErrors(refused, present)).toEqual({ email: 'no', receiverPhone: 'no' });
});
