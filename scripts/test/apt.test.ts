import { expect, test } from 'vitest';
import { permission } from './apt.ts';

test('packages are installed without a question only by root and in CI', () => {
  expect(permission({ root: true, ci: false, terminal: false })).toBe('install');
  expect(permission({ root: false, ci: true, terminal: false })).toBe('install');
  expect(permission({ root: false, ci: false, terminal: true })).toBe('ask');
});

test('nobody is asked where nobody can answer', () => {
  expect(permission({ root: false, ci: false, terminal: false })).toBe('refuse');
});
