import { expect, it } from 'vitest';
import { CallError } from '#site/client/errors.ts';
import { failureText } from './failure-text.ts';

const limited = (retryAfter?: number) =>
  new CallError(429, '', { code: 'rate_limited', message: '', ...(retryAfter && { retryAfter }) });

it.each([
  [limited(1), 'Please try again in a second.'],
  [limited(40), 'Please try again in 40 seconds.'],
  [limited(600), 'Please try again in 10 minutes.'],
  [limited(), 'Please try again in a minute.'],
  [new CallError('FETCH_ERROR', ''), 'The shop could not be reached.'],
  [new CallError('TIMEOUT_ERROR', ''), 'The shop could not be reached.'],
  [
    new CallError('PARSING_ERROR', ''),
    'could not be read. That is a fault of the shop. Please try again',
  ],
  [new CallError(403, '', { message: 'Not your order' }), 'Not your order'],
  [new CallError(503, ''), 'The shop cannot answer just now.'],
])('%o says when to try again', (error, text) => {
  expect(failureText(error)).toContain(text);
});
