import { expect, it } from 'vitest';
import { CHECKOUT_MESSAGES } from '#contract/checkout.ts';
import { EMPTY_DRAFT } from './draft-store.ts';
import { consistent, FIELDS, readForm, serverErrors } from './form.ts';

const full = {
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
  expect(readForm(full).form).toEqual({
    ...full,
    fullName: 'Ngozi',
    email: 'ngozi@example.com',
    country: 'Nigeria',
  });
});

it('accepts a city only in its state: Surulere is in Lagos and in Oyo, Eti-Osa only in Lagos', () => {
  expect(consistent({ ...full, state: 'Oyo', city: 'Surulere' }).city).toBe('Surulere');
  expect(readForm({ ...full, state: 'Oyo' }).errors).toEqual({ city: 'City is required' });
});

it('maps the server’s errors to their fields', () => {
  expect(serverErrors({ 'shippingInfo.email': 'no', 'items.0.price': 'x' })).toEqual({
    email: 'no',
  });
});
