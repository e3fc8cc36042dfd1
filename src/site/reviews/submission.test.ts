import { expect, it } from 'vitest';
import { CallError } from '#site/client/errors.ts';
import { advice, errorsOf, serverErrors } from './submission.ts';

it('rating and comment are both needed', () => {
  expect(errorsOf(5, 'Warm.')).toBeNull();
  expect(errorsOf(0, 'Warm.')).toEqual({ rating: 'Choose from 1 to 5 stars.' });
  expect(errorsOf(1, '')).toEqual({ comment: 'Write a few words.' });
  expect(Object.values(errorsOf(0, '') ?? {})).toHaveLength(2);
});

it('each failure has its advice', () => {
  const limited = (retryAfter?: number) =>
    advice(
      new CallError(429, '', {
        code: 'rate_limited',
        message: '',
        ...(retryAfter !== undefined && { retryAfter }),
      }),
    );
  expect(advice(new CallError('FETCH_ERROR', ''))).toContain('could not be reached');
  expect(advice(new CallError('TIMEOUT_ERROR', ''))).toContain('could not be reached');
  expect(limited(61)).toContain('press again in 2 minutes.');
  expect(limited(60)).toContain('press again in a minute.');
  expect(limited()).toContain('press again a little later.');
  expect(advice(new CallError(404, ''))).toContain('no longer in the shop');
  expect(advice(new CallError(500, ''))).toContain('is kept');
  const told = new CallError(400, '', { message: 'You have reviewed this already' });
  expect(advice(told)).toBe('You have reviewed this already. What you wrote is kept.');
});

it('the server’s error of a field appears at that field', () => {
  const error = new CallError(400, '', {
    code: 'validation_failed',
    message: '',
    fields: { comment: 'Too long' },
  });
  expect(serverErrors(error)).toEqual({ comment: 'Too long' });
  expect(advice(error)).toContain('marked fields');
});
