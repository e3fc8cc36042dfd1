import { expect, it } from 'vitest';
import { CallError } from '#site/client/errors.ts';
import {
  customerName,
  mayChange,
  mayPass,
  methodLabel,
  pauseBefore,
  readReference,
} from './verification.ts';

it('asks after 2, 4, 8 seconds, and finally every minute', () => {
  const pauses = Array.from({ length: 8 }, (_, tries) => pauseBefore(tries) / 1000);
  expect(pauses).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
});

it('takes only money for final', () => {
  const payment = { reference: 'reference-1', email: '', channel: 'card' };
  const open = (['pending', 'failed', 'cancelled'] as const).map((status) =>
    mayChange({ ...payment, status }),
  );
  expect(open).toEqual([true, true, true]);
  expect(mayChange({ ...payment, status: 'paid' })).toBe(false);
  expect(mayChange({ ...payment, status: 'cancelled', refundNeeded: true })).toBe(false);
});

it('finds the reference under both of Paystack’s names', () => {
  expect(readReference('?trxref=a&reference=b')).toBe('b');
  expect(readReference('?trxref=a&reference=')).toBe('a');
  expect(readReference('?status=cancelled&tx_ref=c')).toBe('c');
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
