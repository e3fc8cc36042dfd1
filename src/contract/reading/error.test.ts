import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readError, saysUnauthorized } from './error.ts';

const TAKEN = 'User already exists';

it.each([
  [{ message: TAKEN }],
  [{ success: false, message: `  ${TAKEN} ` }],
  [{ statusCode: 400, error: 'Bad Request', message: [TAKEN, 'Too short'] }],
  [{ msg: TAKEN }],
  [{ error: TAKEN }],
  [{ error: { message: TAKEN, code: 11000 } }],
  [{ errors: [{ message: TAKEN }] }],
  [{ errors: [TAKEN] }],
  [{ errors: { email: TAKEN } }],
  [{ errors: { email: [TAKEN] } }],
  [{ type: 'about:blank', title: 'Conflict', detail: TAKEN }],
  [{ title: TAKEN }],
  [{ message: '<b>no</b>', error: TAKEN }],
  [TAKEN],
])('%j says it', (body) => {
  expect(readError(body)?.message).toBe(TAKEN);
});

it.each([
  [undefined],
  [null],
  [7],
  [''],
  ['  '],
  [{}],
  [{ message: '' }],
  [{ message: 7 }],
  [{ error: true }],
  ['<!doctype html><title>502</title>'],
  ['<html>'],
  ['Bad gateway</h1>'],
  [{ message: 'TypeError: x\n    at handler (/srv/app.js:3:1)' }],
  [{ message: 'x'.repeat(301) }],
])('%j says nothing that can be shown', (body) => {
  expect(readError(body)).toBeUndefined();
});

it('an ordinary sentence may hold the sign for less', () => {
  expect(readError('Quantity must be < 10')?.message).toBe('Quantity must be < 10');
});

describe('what is wrong with a field', () => {
  it.each([
    [{ message: 'Invalid', fields: { email: TAKEN } }],
    [{ message: 'Invalid', errors: { email: TAKEN } }],
    [{ message: 'Invalid', errors: { email: [TAKEN, 'x'] } }],
    [{ message: 'Invalid', errors: { email: { message: TAKEN } } }],
    [{ errors: [{ field: 'email', message: TAKEN }] }],
    [{ errors: [{ type: 'field', msg: TAKEN, path: 'email', location: 'body' }] }],
    [{ message: 'Invalid', details: [{ path: ['email'], message: TAKEN }] }],
    [{ error: { message: 'Invalid', errors: [{ param: 'email', msg: TAKEN }] } }],
  ])('%j', (body) => {
    expect(readError(body)?.fields).toEqual({ email: TAKEN });
  });

  it('is left out where the answer names none', () => {
    expect(readError({ message: TAKEN })).toEqual({ message: TAKEN });
    expect(readError({ errors: [{ message: TAKEN }] })).toEqual({ message: TAKEN });
  });
});

it('never gives HTML, several lines or a long text, and never throws', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('<p>', 'a\nb', 'y'.repeat(400), 'Sold out'));
  const value = fc.oneof(fc.anything(), fc.jsonValue(), text);
  const body = fc.oneof(
    value,
    fc.record({ message: value, error: value, errors: value }, { requiredKeys: [] }),
  );
  fc.assert(
    fc.property(body, (answer) => {
      const read = readError(answer);
      for (const said of [read?.message, ...Object.values(read?.fields ?? {})]) {
        expect(said ?? '').not.toMatch(/<[a-z!/]|\n/i);
        expect((said ?? '').length).toBeLessThanOrEqual(300);
      }
    }),
  );
});

it.each([
  [401, undefined, true],
  [403, { message: 'Unauthorized' }, true],
  [500, { error: 'Request failed with status code 401' }, true],
  [400, { message: 'You are unauthorised here' }, true],
  [500, { message: 'Internal server error' }, false],
  [404, { message: 'No user 4013' }, false],
  ['FETCH_ERROR', undefined, false],
] as const)('a profile error %j %j ends the session: %j', (status, body, ends) => {
  expect(saysUnauthorized(status, body)).toBe(ends);
});
