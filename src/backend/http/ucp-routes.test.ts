import { expect, it } from 'vitest';
import type { AgentCatalogue } from '#backend/agents/catalogue-answers.ts';
import type { Product } from '#contract/product.ts';
import { ucpRoutes } from './ucp-routes.ts';

const SETTINGS = { SITE_URL: 'https://shop.test', PUBLIC_API_URL: 'https://api.shop.test' };

/** Returns calls of agents on a catalogue that answers when `gate` opens. */
function openCalls() {
  const gate = Promise.withResolvers<void>();
  const calls = { part: 0, atOnce: 0, most: 0 };
  const catalogue: AgentCatalogue = {
    async part() {
      calls.part++;
      calls.atOnce++;
      calls.most = Math.max(calls.most, calls.atOnce);
      await gate.promise;
      calls.atOnce--;
      return { products: [], total: 9000 };
    },
    named: async () => new Map(),
  };
  const app = ucpRoutes(catalogue, SETTINGS);
  const search = async (body: object) =>
    app.request('/api/ucp/catalog/search', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return { gate, calls, search };
}

it('gives pictures the address of the settings, whatever host the request names', async () => {
  const oud: Product = {
    ...{ id: 'oud', name: 'Oud', description: '', price: 1000, discount: null, qtyAvailable: 1 },
    ...{ images: ['/media/ab/1600.jpg'], tags: [], categories: [], _id: 'oud', ratings: 0 },
    ...{ numReviews: 0, soldCount: 0, createdAt: '2026-01-01T00:00:00Z' },
  };
  const app = ucpRoutes(
    { part: expect.fail, named: async () => new Map([['oud', oud]]) },
    SETTINGS,
  );
  const answer = await app.request('http://evil.test/api/ucp/catalog/product', {
    method: 'POST',
    headers: { 'content-type': 'application/json', host: 'evil.test' },
    body: JSON.stringify({ id: 'oud' }),
  });
  const text = await answer.text();
  expect(text).toContain('"https://api.shop.test/media/ab/1600.jpg"');
  expect(text).not.toContain('evil.test');
});

it('answers one agent at a time, and refuses at once when too many wait', async () => {
  const { gate, calls, search } = openCalls();
  let refused = 0;
  const someRefused = Promise.withResolvers<void>();
  const answers = Array.from({ length: 40 }, async () => {
    const answer = await search({ query: 'oud' });
    if (answer.status === 503 && ++refused === 40 - 33) someRefused.resolve();
    return answer;
  });
  await someRefused.promise;
  gate.resolve();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  // One is answered and 32 wait.
  expect(statuses.filter((status) => status === 200)).toHaveLength(33);
  const busy = (await Promise.all(answers)).find(({ status }) => status === 503);
  expect(busy?.headers.get('retry-after')).toBe('2');
  expect(await busy?.json()).toEqual({
    code: 'unavailable',
    content: 'Too many agents are asking. Please try again in a moment.',
  });
  expect(calls.most).toBe(1);
  expect((await search({ query: 'oud' })).status).toBe(200);
});

it('searches once for one call, however few products meet its filters', async () => {
  const { gate, calls, search } = openCalls();
  gate.resolve();
  const price = { min: 1, max: 1 };
  expect((await search({ query: 'a b c d e f g h', filters: { price } })).status).toBe(200);
  expect(calls.part).toBe(1);
});
