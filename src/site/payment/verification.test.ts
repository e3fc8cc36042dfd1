import { expect, it } from 'vitest';
import { CallError } from '#site/client/errors.ts';
import { customerName, mayPass, methodLabel, pauseBefore, readReference } from './verification.ts';

it('asks after 2 seconds, then less often, and finally every 15', () => {
  const pauses = Array.from({ length: 12 }, (_, tries) => pauseBefore(tries));
  expect(pauses[0]).toBe(2000);
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
  expect(pauses.at(-1)).toBe(15_000);
});

it('finds the reference under both of Paystack’s names', () => {
  expect(readReference('?trxref=a&reference=b')).toBe('b');
  expect(readReference('?trxref=a&reference=')).toBe('a');
  expect(readReference('')).toBe('');
});

it('shows names that a shopper understands', () => {
  expect(['card', 'bank_transfer', 'ussd', 'Paystack'].map(methodLabel)).toEqual([
    'Card',
    'Bank Transfer',
    'USSD',
    'Paystack',
  ]);
  expect(customerName({ first_name: 'Ngozi', last_name: null, email: '' })).toBe('Ngozi');
});

it('retries only failures that can pass', () => {
  const passes = (kind: CallError['kind']) => mayPass(new CallError(kind, ''));
  expect((['FETCH_ERROR', 'TIMEOUT_ERROR', 500, 429] as const).every(passes)).toBe(true);
  expect([400, 404].some(passes)).toBe(false);
});
