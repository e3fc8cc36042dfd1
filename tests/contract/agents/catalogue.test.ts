import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Product } from '#contract/product.ts';
import { salePriceKobo } from '#domain/money/price.ts';
import type { Answer, TestShop } from '../shop.harness.ts';
import { openAgentsShop, UCP } from './agents.harness.ts';
import { lacks, type UcpAnswer } from './ucp-checks.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openAgentsShop();
});
afterAll(() => shop.close());

/** Calls as an agent, and checks that the answer meets UCP. */
async function ask(path: string, body: unknown, kind: UcpAnswer): Promise<Answer['body']> {
  const answer = await shop.post(`${UCP}/catalog/${path}`, body);
  expect(answer.status).toBe(200);
  expect(lacks(kind, answer.body)).toEqual([]);
  return answer.body;
}
const search = (body: unknown) => ask('search', body, 'search');
const ids = (answer: Answer['body']): string[] => answer.products.map(({ id }: Product) => id);

describe('search', () => {
  test('finds by words, best match first, ten at a time', async () => {
    expect(ids(await search({ query: 'oud wood' }))[0]).toBe('oud-wood');
    const all = await search({ query: 'scent' });
    expect(all.products).toHaveLength(10);
    expect(all.pagination).toMatchObject({ has_next_page: true, total_count: 60 });
  });

  test('lists everything that matches a filter, each product once', async () => {
    const price = { min: 2_000_000, max: 4_000_000 };
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const pagination = { limit: 7, ...(cursor && { cursor }) };
      const answer = await search({
        filters: { price, categories: ['niche', 'DIOR'] },
        pagination,
      });
      found.push(...ids(answer));
      cursor = answer.pagination.cursor;
    } while (cursor);
    const expected = Array.from({ length: 60 }, (_, at) => at).filter(
      (at) => at >= 10 && at <= 30 && (at % 3 > 0 || at % 2 > 0),
    );
    expect(found.sort()).toEqual(expected.map((at) => `scent-${at}`).sort());
  });

  test('compares current prices', async () => {
    const around = (kobo: number) => ({ min: kobo, max: kobo });
    const found = async (price: object) =>
      ids(await search({ filters: { price, categories: ['Test House'] } }));
    expect(await found(around(750_000))).toEqual(['oud-wood']);
    expect(await found(around(1_000_000))).toEqual(['sold-out']);
  });

  test('names filters that it has not applied', async () => {
    const { messages } = await search({
      query: 'oud',
      context: { currency: 'USD' },
      filters: { price: { max: 1 }, colour: ['red'] },
    });
    expect(messages.map(({ path }: { path: string }) => path)).toEqual([
      '$.filters.colour',
      '$.filters.price',
    ]);
  });
});

describe('lookup', () => {
  test('finds products by id, once each, and says what it does not sell', async () => {
    const answer = await ask(
      'lookup',
      { ids: ['oud-wood', 'nothing', 'hidden', 'retired', 'sold-out', 'oud-wood'] },
      'lookup',
    );
    expect(ids(answer).sort()).toEqual(['oud-wood', 'sold-out']);
    expect(answer.messages).toEqual(
      ['nothing', 'hidden', 'retired'].map((content) => ({
        type: 'info',
        code: 'not_found',
        content,
      })),
    );
  });

  test('gives one product with price, full price, stock and page', async () => {
    const { product } = await ask('product', { id: 'oud-wood' }, 'product');
    expect(product).toMatchObject({
      title: 'Oud Wood',
      url: 'https://shop.example/products/oud-wood',
      price_range: { min: { amount: 750_000, currency: 'NGN' } },
      list_price_range: { max: { amount: 1_000_000, currency: 'NGN' } },
      variants: [{ id: 'oud-wood', title: '50 ml', availability: { available: true } }],
    });
    const sold = await ask('product', { id: 'sold-out' }, 'product');
    expect(sold.product.description.plain).toBe('Two lines.');
    expect(sold.product.variants[0].availability).toEqual({
      available: false,
      status: 'out_of_stock',
    });
  });

  test.each(['nothing', 'hidden', 'retired'])('says that it does not sell %s', async (id) => {
    const { messages } = await ask('product', { id }, 'refused');
    expect(messages[0]).toMatchObject({ code: 'not_found', severity: 'unrecoverable' });
  });
});

test('agents get the API’s data of every product', async () => {
  const { body } = await shop.get('/api/product?limit=100');
  const sold: Product[] = body.products;
  const told = new Map<string, unknown>();
  for (let at = 0; at < sold.length; at += 50) {
    const some = sold.slice(at, at + 50).map(({ id }) => id);
    const answer = await ask('lookup', { ids: some }, 'lookup');
    for (const one of answer.products) {
      const [{ price, availability }] = one.variants;
      told.set(one.id, [one.title, price.amount, availability.available]);
    }
  }
  expect(Object.fromEntries(told)).toEqual(
    Object.fromEntries(
      sold.map((one) => [one.id, [one.name, salePriceKobo(one, Date.now()), one.qtyAvailable > 0]]),
    ),
  );
});
