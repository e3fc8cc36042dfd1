import { expect, it } from 'vitest';
import { FAILURES } from '#site/auth/texts.ts';
import { CallError, type CallFailure } from '#site/client/errors.ts';
import { advice, failureToast } from './failure.ts';

const refusal = new CallError(401, '', {
  code: 'credentials_invalid',
  message: 'Invalid email or password',
});
const said = (kind: CallFailure) => advice(FAILURES.login, new CallError(kind, ''), 'Press again.');

it('a toast shows the server’s message or the default text', () => {
  expect(failureToast(FAILURES.login, refusal)).toEqual({
    title: 'Login Failed',
    text: 'Invalid email or password',
    tone: 'bad',
  });
  expect(failureToast(FAILURES.login, new CallError('FETCH_ERROR', '')).text).toBe('Login failed');
});

it('the form says what the shopper can do next', () => {
  expect(advice(FAILURES.login, refusal, '')).toBe('Invalid email or password');
  expect(said('FETCH_ERROR')).toBe('The shop could not be reached. Press again.');
  expect(said('TIMEOUT_ERROR')).toContain('Press again.');
  expect(said('PARSING_ERROR')).toContain('could not be read');
  expect(said('PARSING_ERROR')).not.toMatch(/connection|reached|Press again/);
  expect(said(429)).toContain('wait a few minutes');
  expect(said(500)).toContain('in a minute');
});

it('another backend’s sentence is shown with every refusal, and no ‘Internal server error’', () => {
  const told = (kind: CallFailure, message: string) => new CallError(kind, '', { message });
  const taken = told(409, 'User already exists');
  expect(failureToast(FAILURES.register, taken).text).toBe('User already exists');
  expect(advice(FAILURES.register, taken, '')).toBe('User already exists');
  const broken = told(500, 'Internal server error');
  expect(failureToast(FAILURES.login, broken).text).toBe('Internal server error');
  expect(advice(FAILURES.login, broken, '')).toContain('in a minute');
});
