import fc from 'fast-check';
import { expect, it } from 'vitest';
import { codeOf } from './code.ts';
import { rules, type Values } from './rules.ts';

const right = {
  fullName: ' Ngozi Okonkwo ',
  email: 'Ngozi@Example.com ',
  password: 'Oud-wood-1',
  confirmPassword: 'Oud-wood-1',
};
const errorsOf = (values: Values) => {
  const read = rules.signUp(values);
  return 'errors' in read ? read.errors : {};
};

it('reads a valid sign-up, without the confirmation', () => {
  expect(rules.signUp(right)).toEqual({
    form: { fullName: 'Ngozi Okonkwo', email: 'ngozi@example.com', password: 'Oud-wood-1' },
  });
});

it('reports every missing field at once, with the texts of spec §5', () => {
  expect(errorsOf({ fullName: '', email: ' ', password: '', confirmPassword: '' })).toEqual({
    fullName: 'Full name is required',
    email: 'Email is required',
    password: 'Password is required',
    confirmPassword: 'Please confirm your password',
  });
});

const SHAPE =
  'Password must contain at least one uppercase letter, one lowercase letter, and one number';
it.each([
  [{ fullName: 'N' }, { fullName: 'Name must be at least 2 characters' }],
  [{ email: 'ngozi@' }, { email: 'Invalid email address' }],
  [{ email: `${'n'.repeat(260)}@example.com` }, { email: 'Invalid email address' }],
  [{ fullName: 'n'.repeat(201) }, { fullName: 'Use at most 200 characters' }],
  [
    { password: 'Oud-w-1', confirmPassword: 'Oud-w-1' },
    { password: 'Password must be at least 8 characters' },
  ],
  [{ password: 'oud-wood-1', confirmPassword: 'oud-wood-1' }, { password: SHAPE }],
  [{ password: 'OUD-WOOD-1', confirmPassword: 'OUD-WOOD-1' }, { password: SHAPE }],
  [{ password: 'Oud-wood-x', confirmPassword: 'Oud-wood-x' }, { password: SHAPE }],
  [{ confirmPassword: 'oud-wood-1' }, { confirmPassword: 'Passwords do not match' }],
] satisfies [Partial<typeof right>, object][])('%j: %j', (change, errors) => {
  expect(errorsOf({ ...right, ...change })).toEqual(errors);
});

it('a login needs a password, whatever its shape', () => {
  expect(rules.login({ email: 'a@b.ng', password: 'x' })).toHaveProperty('form');
  expect(rules.login({ email: 'a@b.ng', password: '' })).toEqual({
    errors: { password: 'Password is required' },
  });
});

it('a new password is sent alone', () => {
  const typed = { newPassword: 'Oud-wood-1', confirmPassword: 'Oud-wood-1' };
  expect(rules.newPassword(typed)).toEqual({ form: { newPassword: 'Oud-wood-1' } });
});

it('takes at most six digits from a pasted text', () => {
  expect(codeOf('12 34-56x7')).toBe('123456');
  expect(codeOf('Your code: 004711')).toBe('004711');
  expect(codeOf('abc')).toBe('');
  fc.assert(fc.property(fc.string({ maxLength: 40 }), (text) => /^\d{0,6}$/.test(codeOf(text))));
});

it('a code needs six digits', () => {
  expect(rules.code({ otp: '004711' })).toEqual({ form: { otp: '004711' } });
  expect(rules.code({ otp: '00471' })).toEqual({ errors: { otp: 'Please enter a 6-digit OTP' } });
});
