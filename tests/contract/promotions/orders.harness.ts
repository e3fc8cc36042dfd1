import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { promotionCodes, promotions } from '#backend/promotions/tables.ts';
import type { InitializeBody } from '#contract/checkout.ts';
import type { QuoteBody } from '#contract/promotion.ts';
import { openSandboxShop, type SandboxShop } from '../orders/sandbox-shop.harness.ts';
import { orderBody, type product } from '../shop.harness.ts';
import { violations } from './promotions.harness.ts';

/** The code of `make`, with its discount on an order of one Oud. */
export const TEN = { code: ' ten ', discount: 1000 };

let opened: SandboxShop;

/**
 * Opens a shop on PostgreSQL and Paystack's sandbox for the tests of a file. Before each of them its audit is clean,
 * and no promotion counts. Orders are of one Oud by default.
 */
export function shopForPromotions(products: ReturnType<typeof product>[]) {
  beforeAll(async () => {
    opened = await openSandboxShop({
      products,
      settings: {
        RESERVED_PER_EMAIL: '1000',
        RESERVED_PER_ADDRESS: '5000',
        BEGUN_PER_ADDRESS: '5000',
        CLIENT_ADDRESS_HEADER: 'x-client',
      },
    });
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    const { db } = opened.services;
    expect(await violations(opened)).toEqual([]);
    await db.update(promotions).set({ stoppedAt: new Date() });
    await db.delete(promotionCodes);
  });
  const oud = orderBody([['oud', 10_000, 1]]);
  return {
    shop: () => opened,
    pay: (change: Partial<InitializeBody> = {}, headers = {}) =>
      opened.pay(1, { ...oud, ...change }, headers),
    place: (change: Partial<InitializeBody> = {}, headers = {}) =>
      opened.post('/api/payment/initialize', { ...oud, ...change }, headers),
    quote: async (body: QuoteBody, headers = {}) => {
      const answer = await opened.post('/api/promotions/quote', body, headers);
      expect(answer.status).toBe(200);
      return answer.body;
    },
  };
}
