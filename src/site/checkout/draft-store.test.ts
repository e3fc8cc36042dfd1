import {
  cleanTestStorage,
  getTestStorage,
  setTestStorageKey,
  useTestStorageEngine,
} from '@nanostores/persistent';
import { beforeEach, expect, it } from 'vitest';

useTestStorageEngine();
const { $draft, dropDraft, EMPTY_DRAFT, keepDraft } = await import('./draft-store.ts');
const { $session, endSession } = await import('#site/session/session-store.ts');

const amina = { token: 'a', user: { id: 'amina', fullName: 'Amina Bello' } };
const musa = { token: 'm', user: { id: 'musa', fullName: 'Musa Garba' } };

beforeEach(() => {
  cleanTestStorage();
  $session.set(null);
  dropDraft();
});

it('survives an expired session of its owner', () => {
  $session.set(amina);
  keepDraft({ address: '12 Awolowo Road' });
  endSession('a');
  expect($draft.get().address).toBe('12 Awolowo Road');
  $session.set(amina);
  expect($draft.get().address).toBe('12 Awolowo Road');
});

it('is removed if another customer logs in', () => {
  $session.set(amina);
  keepDraft({ address: '12 Awolowo Road' });
  endSession('a');
  $session.set(musa);
  expect($draft.get()).toEqual(EMPTY_DRAFT);
  expect(getTestStorage()).not.toHaveProperty('turare:draft');
});

it('is removed if its owner logs out in another tab', () => {
  $session.set(amina);
  keepDraft({ address: '12 Awolowo Road' });
  setTestStorageKey('turare:draft-of', undefined);
  expect($draft.get()).toEqual(EMPTY_DRAFT);
});

it('of a guest stays after a login', () => {
  keepDraft({ address: '12 Awolowo Road' });
  $session.set(amina);
  expect($draft.get().address).toBe('12 Awolowo Road');
});
