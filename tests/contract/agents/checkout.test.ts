import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestShop } from '../shop.harness.ts';
import { hashOfTables, openAgentsShop, UCP } from './agents.harness.ts';
import { lacks } from './ucp-checks.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openAgentsShop();
});
afterAll(() => shop.close());

const SESSIONS = `${UCP}/checkout-sessions`;
const line = (id: string, quantity: number) => ({ item: { id }, quantity });
const open = async (...lines: object[]) => {
  const { status, body } = await shop.post(SESSIONS, { line_items: lines });
  expect(status).toBe(200);
  return body;
};
const send = async (method: string, path: string, body?: unknown, headers = {}) => {
  const answer = await shop.app.request(path, {
    method,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { status: answer.status, body: await answer.json() };
};

describe('a checkout of an agent', () => {
  test('ends with a person, who continues with the same cart', async () => {
    const checkout = await open(line('oud-wood', 1), line('scent-3', 1), line('oud-wood', 1));
    expect(lacks('checkout', checkout)).toEqual([]);
    expect(checkout).toMatchObject({
      status: 'requires_escalation',
      continue_url: 'https://shop.example/cart?items=oud-wood:2,scent-3:1',
      ucp: { payment_handlers: {} },
      messages: [{ severity: 'requires_buyer_review' }],
    });
    expect(checkout.totals.map(({ amount }: { amount: number }) => amount)).toEqual([
      2_800_000, 2_800_000,
    ]);
    const path = `${SESSIONS}/${checkout.id}`;
    expect((await send('GET', path)).body).toEqual(checkout);
    expect((await send('POST', `${path}/complete`, { payment: {} })).body).toEqual(checkout);
    const changed = (await send('PUT', path, { line_items: [line('scent-3', 2)] })).body;
    expect(changed.continue_url).toBe('https://shop.example/cart?items=scent-3:2');
    const cancelled = (await send('POST', `${path}/cancel`)).body;
    expect(lacks('checkout', cancelled)).toEqual([]);
    expect([cancelled.status, cancelled.continue_url]).toEqual(['canceled', undefined]);
  });

  test('names products that are sold out, and leaves out unknown ones', async () => {
    const checkout = await open(line('sold-out', 1), line('oud-wood', 9), line('hidden', 1));
    expect(lacks('checkout', checkout)).toEqual([]);
    expect(checkout.continue_url).toBe('https://shop.example/cart?items=sold-out:1,oud-wood:9');
    expect(
      checkout.messages
        .slice(1)
        .map(({ code, content, path }: Record<string, string>) => [code, content, path]),
    ).toEqual([
      [
        'item_unavailable',
        'The shop does not sell a product with the id hidden. It is left out.',
        undefined,
      ],
      ['out_of_stock', 'It is sold out.', '$.line_items[0]'],
      ['out_of_stock', 'Only 2 are left.', '$.line_items[1]'],
    ]);
    expect(lacks('refused', await open(line('hidden', 1)))).toEqual([]);
  });
});

test('no call of an agent writes anything: no order, no unit of stock, no email', async () => {
  const before = await hashOfTables(shop.services.db);
  expect(Object.keys(before)).toEqual(expect.arrayContaining(['orders', 'stock', 'rate_limits']));
  const { id } = await open(line('oud-wood', 1));
  const person = {
    buyer: { email: 'ada@example.com', first_name: 'Ada' },
    payment: { instruments: [{ id: 'card', credential: { token: 'x' } }] },
  };
  const word = fc.constantFrom('oud-wood', 'scent-1', 'sold-out', 'hidden', id, '', "'; drop--");
  const body = fc.record(
    {
      query: word,
      id: word,
      ids: fc.array(word, { maxLength: 4 }),
      line_items: fc.array(
        fc.record({ item: fc.record({ id: word }), quantity: fc.integer({ min: -1, max: 3 }) }),
        { maxLength: 3 },
      ),
      filters: fc.record({ price: fc.record({ max: fc.integer() }) }, { requiredKeys: [] }),
      buyer: fc.constant(person.buyer),
      payment: fc.constant(person.payment),
    },
    { requiredKeys: [] },
  );
  const call = fc.constantFrom(
    ['POST', `${UCP}/catalog/search`],
    ['POST', `${UCP}/catalog/lookup`],
    ['POST', `${UCP}/catalog/product`],
    ['POST', SESSIONS],
    ['GET', `${SESSIONS}/${id}`],
    ['PUT', `${SESSIONS}/${id}`],
    ['POST', `${SESSIONS}/${id}/complete`],
    ['POST', `${SESSIONS}/${id}/cancel`],
    ['DELETE', `${SESSIONS}/${id}`],
    ['POST', `${UCP}/orders`],
  );
  await fc.assert(
    fc.asyncProperty(call, body, async ([method = '', path = ''], given) => {
      const answer = await send(method, path, method === 'GET' ? undefined : given);
      expect(answer.status).toBeLessThan(500);
      expect(answer.body.status ?? 'requires_escalation').toMatch(/requires_escalation|canceled/);
    }),
    { numRuns: 150 },
  );
  expect(await hashOfTables(shop.services.db)).toEqual(before);
});

describe('bad input is refused in the shape of UCP', () => {
  test.each([
    ['broken JSON', 'POST', '/catalog/search', '{"query":', 400, 'malformed_json'],
    ['nothing to search for', 'POST', '/catalog/search', {}, 400, 'validation_failed'],
    ['a wrong type', 'POST', '/catalog/search', { query: 7 }, 400, 'validation_failed'],
    [
      'a cursor of another shop',
      'POST',
      '/catalog/search',
      { query: 'a', pagination: { cursor: 'eyJw' } },
      400,
      'validation_failed',
    ],
    ['no ids', 'POST', '/catalog/lookup', { ids: [] }, 400, 'validation_failed'],
    [
      'too many ids',
      'POST',
      '/catalog/lookup',
      { ids: Array.from({ length: 51 }, (_, at) => `${at}`) },
      400,
      'request_too_large',
    ],
    [
      'half a bottle',
      'POST',
      '/checkout-sessions',
      { line_items: [line('a', 0.5)] },
      400,
      'validation_failed',
    ],
    ['no cart', 'POST', '/checkout-sessions', { line_items: [] }, 400, 'validation_failed'],
    ['a checkout of nobody', 'GET', '/checkout-sessions/abc', undefined, 404, 'not_found'],
    ['an unknown call', 'GET', '/carts', undefined, 404, 'not_found'],
    ['another method', 'DELETE', '/checkout-sessions/abc', undefined, 405, 'method_not_allowed'],
    [
      'too large',
      'POST',
      '/catalog/search',
      { query: 'x'.repeat(300_000) },
      400,
      'request_too_large',
    ],
  ] as const)('%s', async (_, method, path, body, status, code) => {
    const answer = await send(method, UCP + path, body);
    expect(lacks('error', answer.body)).toEqual([]);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test('a body that is not JSON', async () => {
    const answer = await send('POST', SESSIONS, 'x', { 'content-type': 'text/plain' });
    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type']);
  });
});
