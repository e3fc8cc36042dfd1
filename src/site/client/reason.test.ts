import { expect, it } from 'vitest';
import { reason, remedy } from './reason.ts';

it('an answer that cannot be read is never blamed on the network', () => {
  const said = `${reason('PARSING_ERROR')} ${remedy('PARSING_ERROR')}`;
  expect(said).toContain('could not be read');
  expect(said).toContain('fault of the shop');
  expect(said).not.toMatch(/connection|reached|offline/i);
});

it.each([
  ['FETCH_ERROR', 'check your connection'],
  ['TIMEOUT_ERROR', 'check your connection'],
  ['PARSING_ERROR', 'in a few minutes'],
  [401, 'log in'],
  [429, 'wait a minute'],
  [500, 'in a few minutes'],
  [404, 'in a few minutes'],
] as const)('%s has something to do: %s', (kind, text) => {
  expect(reason(kind)).toMatch(/\.$/);
  expect(remedy(kind)).toContain(text);
});
