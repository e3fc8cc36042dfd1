import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { sessionAnswer } from '#contract/account.ts';
import { firstName, readSession } from './session-store.ts';

const session = { token: 'a'.repeat(43), user: { id: 'u1', fullName: 'Ngozi Okonkwo' } };

describe('a stored session', () => {
  it('is read as it was written', () => {
    expect(readSession(session)).toEqual(session);
    const known = { ...session, user: { ...session.user, email: 'ngozi@example.com' } };
    expect(readSession(known)).toEqual(known);
  });

  it.each([
    null,
    'abc',
    [],
    {},
    { ...session, token: '' },
    { ...session, token: 'a b' },
    { ...session, token: 'a\nb' },
    { ...session, token: 7 },
    { ...session, user: null },
    { ...session, user: { id: 'u1' } },
    { ...session, user: { id: '', fullName: 'X' } },
  ])('%j is none', (value) => {
    expect(readSession(value)).toBeNull();
  });

  it('is what the contract says, whatever was stored', () => {
    fc.assert(
      fc.property(
        fc.record({
          token: fc.oneof(fc.string(), fc.anything()),
          user: fc.record({ id: fc.anything(), fullName: fc.string(), email: fc.anything() }),
          more: fc.anything(),
        }),
        (value) => {
          const read = readSession(value);
          if (read) expect(z.parse(sessionAnswer, read)).toEqual(read);
        },
      ),
    );
  });
});

it.each([
  ['Ngozi Okonkwo', 'Ngozi'],
  ['  Ada   Obi ', 'Ada'],
  ['Musa', 'Musa'],
])('first name of %j', (fullName, name) => {
  expect(firstName(fullName)).toBe(name);
});
