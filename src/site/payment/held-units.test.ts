import { cleanTestStorage, useTestStorageEngine } from '@nanostores/persistent';
import fc from 'fast-check';
import { beforeEach, expect, it, vi } from 'vitest';

const statuses = new Map<string, string | undefined>();
vi.mock('./open-payments.ts', () => ({
  askStatus: async (reference: string) => statuses.get(reference),
}));
const { heldUnits } = await import('./held-units.ts');
const { $payments, NO_PAYMENTS } = await import('./payments-store.ts');
useTestStorageEngine();

beforeEach(() => {
  cleanTestStorage();
  statuses.clear();
  $payments.set(NO_PAYMENTS);
});

const begun = (reference: string, quantities: Record<string, number>, change = {}) => ({
  reference,
  page: '',
  cart: 'cart-1',
  quantities,
  begunAt: Date.now(),
  askedAt: Date.now(),
  settled: false,
  ...change,
});
const keep = (...all: ReturnType<typeof begun>[]) => $payments.set({ begun: all, cleared: [] });

it('an order that waits for its payment keeps its units in her cart', async () => {
  keep(begun('reference-1', { oud: 2, rose: 1 }));
  for (const status of ['pending', undefined]) {
    statuses.set('reference-1', status);
    expect([...(await heldUnits(['oud'], false))]).toEqual([
      ['oud', 2],
      ['rose', 1],
    ]);
  }
});

it('an order whose reference the backend has not named keeps them, too', async () => {
  keep(begun('', { oud: 2 }));
  expect([...(await heldUnits(['oud'], false))]).toEqual([['oud', 2]]);
});

it('nothing is kept by an order that has ended, is older than an hour, has other products, or was counted by the shop', () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(
        { status: 'paid' },
        { status: 'failed' },
        { status: 'cancelled' },
        { status: 'pending', change: { begunAt: Date.now() - 3_700_000 } },
        { status: 'pending', change: { settled: true } },
        { status: 'pending', quantities: { rose: 9 } },
        { status: 'pending', counted: true },
      ),
      fc.integer({ min: 1, max: 1000 }),
      async ({ status, change = {}, quantities, counted = false }, units) => {
        statuses.set('reference-1', status);
        keep(begun('reference-1', quantities ?? { oud: units }, change));
        expect([...(await heldUnits(['oud'], counted))]).toEqual([]);
      },
    ),
    { numRuns: 60 },
  ));
