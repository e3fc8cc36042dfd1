import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditShop } from '#backend/audit/audit.ts';
import { refuse } from '#backend/base/result.ts';
import { rateLimits } from '#backend/limits/tables.ts';
import { emails } from '#backend/mail/tables.ts';
import { viewOrders } from '#backend/order-book/order-view.ts';
import { linesOf } from '#backend/orders/stock.ts';
import { orders } from '#backend/orders/tables.ts';
import { editProduct } from '#backend/products/edit/edit.ts';
import { insertProducts, writeCatalogue } from '#backend/products/fields/writer.ts';
import { changeId } from '#backend/products/lifecycle/new-id.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { products } from '#backend/products/tables.ts';
import { recordByHand } from '#backend/refunds/by-hand.ts';
import { partsOf } from '#domain/products/sets.ts';
import { BOLA, openShop, orderBody, product, REFUND, type TestShop } from '../shop.harness.ts';
import { createFakePaystack, SUCCESS } from './paystack.fake.ts';
import { purchases } from './purchases.harness.ts';

/** Sets, products made of others, from stock to payment. */

const paystack = createFakePaystack();
let shop: TestShop;
let buying: ReturnType<typeof purchases>;
beforeAll(async () => {
  shop = await openShop({
    paystack,
    settings: { RESERVED_PER_EMAIL: '100000', ORDER_SEAL_KEY: 's'.repeat(40) },
  });
  buying = purchases(shop, paystack);
});
afterAll(() => shop.close());
beforeEach(async () => {
  const { db } = shop.services;
  await db.delete(orders);
  await db.delete(rateLimits);
  await writeCatalogue(db, async (transaction) => {
    await transaction.delete(products);
    await insertProducts(transaction, [
      product({ id: 'oud', name: 'Oud', stock: 5 }),
      product({ id: 'amber', name: 'Amber', stock: 5 }),
      product({ id: 'rose', name: 'Rose', stock: 1 }),
      product({ id: 'box', name: 'Box', stock: 0, parts: 'oud amber*2' }),
      product({ id: 'any-two', name: 'Any two', stock: 0, parts: 'oud amber rose', choose: 2 }),
    ]);
  });
});

const available = async (...ids: string[]) => {
  const { body } = await shop.get(`/api/live?ids=${ids.join(',')}`);
  const left = new Map(
    body.products.map((one: { id: string; qtyAvailable: number }) => [one.id, one.qtyAvailable]),
  );
  return ids.map((id) => left.get(id));
};
const order = (lines: Parameters<typeof orderBody>[0], parts: Record<string, string[]> = {}) => {
  const body = orderBody(lines);
  const items = body.items.map((item) =>
    parts[item.productId] ? { ...item, parts: parts[item.productId] } : item,
  );
  return shop.post('/api/payment/initialize', { ...body, items });
};
/** No cell names a picture. */
const intake = {
  cost: { files: 0, fetched: 0, unchanged: 0, bytes: 0 },
  ownHash: () => undefined,
  take: async () => refuse('invalid', 'is not here'),
};
const edit = (cells: Record<string, string>) =>
  editProduct(shop.services.db, 'box', { actor: BOLA, cells, intake });
const expectSound = async () =>
  expect((await auditShop(shop.services.db, { RESERVATION_MINUTES: 60 })).violations).toEqual([]);
const onHand = async (id: string) => {
  const [row] = await shop.services.db.select().from(stock).where(eq(stock.productId, id));
  return [row?.onHand, row?.reserved, row?.soldCount];
};

test('its stock is what its parts allow, in every response', async () => {
  expect(await available('box', 'any-two')).toEqual([2, 5]);
  const lists = await shop.get('/api/product?search=box');
  expect(lists.body.products).toMatchObject([{ id: 'box', qtyAvailable: 2, parts: 'oud amber*2' }]);
  const detail = await shop.get('/api/product/any-two');
  expect(detail.body.product).toMatchObject({ qtyAvailable: 5, choose: 2 });
  // The page of a cart link must know that it cannot be bought there.
  const lookup = await shop.get('/api/lookup?ids=any-two,box');
  expect(lookup.body.products).toMatchObject([{ id: 'any-two', choose: 2 }, { id: 'box' }]);
  expect(lookup.body.products[1]).not.toHaveProperty('choose');
  const snapshot = await shop.get('/api/catalogue/snapshot');
  expect(snapshot.body).toMatch(/"id":"box".*"qtyAvailable":2/);
});

test('a sale reserves and takes its parts, and the order says what is in it', async () => {
  const answer = await order([['box', 10_000, 2]]);
  expect(answer.status).toBe(200);
  expect(await onHand('oud')).toEqual([5, 2, 0]);
  expect(await onHand('amber')).toEqual([5, 4, 0]);
  expect(await available('oud', 'amber', 'box', 'any-two')).toEqual([3, 1, 0, 1]);
  const paid = await buying.hear(answer.body.data.reference, SUCCESS);
  expect(paid.status).toBe('paid');
  expect(await onHand('oud')).toEqual([3, 0, 2]);
  expect(await onHand('amber')).toEqual([1, 0, 4]);
  expect(await onHand('box')).toEqual([0, 0, 0]);
  const [line] = await linesOf(shop.services.db, paid.id);
  expect(line).toMatchObject({ name: 'Box', facts: 'Oud, 2 × Amber' });
  // A packer with only the email packs the right parts.
  const told = await shop.services.db
    .select()
    .from(emails)
    .where(like(emails.id, `%${paid.id}`));
  expect(told).toHaveLength(2);
  for (const { text } of told) expect(text).toContain('2 × Box (Oud, 2 × Amber)');
  await expectSound();
});

test('an order that ends unpaid releases its parts, even if the set has changed since', async () => {
  const answer = await order([['box', 10_000, 1]]);
  await edit({ set_parts: 'rose' });
  await buying.expire(answer.body.data.reference);
  expect(await available('oud', 'amber', 'box')).toEqual([5, 5, 1]);
  await expectSound();
});

test('a set and its own part in one order take no unit twice', async () => {
  const answer = await order([
    ['box', 10_000, 2],
    ['amber', 10_000, 2],
  ]);
  expect(answer.status).toBe(400);
  expect(answer.body.fields.items).toBe(
    'Of Amber only 5 are left. With those in Box your order takes 6. Please take fewer.',
  );
  expect(await available('amber')).toEqual([5]);
  const fewer = await order([
    ['box', 10_000, 2],
    ['amber', 10_000, 1],
  ]);
  expect(fewer.status).toBe(200);
  expect(await available('amber', 'box')).toEqual([0, 0]);
});

test('with concurrent orders of sets and parts no unit is sold twice, and nothing waits for ever', async () => {
  const wanted = [
    ...Array.from({ length: 12 }, () => order([['box', 10_000, 1]])),
    ...Array.from({ length: 12 }, () => order([['amber', 10_000, 1]])),
    ...Array.from({ length: 12 }, () => order([['oud', 10_000, 1]])),
    ...Array.from({ length: 6 }, () =>
      order([['any-two', 10_000, 1]], { 'any-two': ['amber', 'oud'] }),
    ),
  ];
  const answers = await Promise.all(wanted);
  expect(
    answers.map(({ status }) => status).filter((each) => ![200, 400, 409].includes(each)),
  ).toEqual([]);
  const [[amber, taken], [oud, gone]] = [await onHand('amber'), await onHand('oud')];
  expect([amber, oud]).toEqual([5, 5]);
  expect(taken).toBe(5);
  expect(gone).toBeLessThanOrEqual(5);
  await expectSound();
});

describe('a set with a choice', () => {
  test('is sold only with an allowed choice', async () => {
    for (const parts of [
      undefined,
      [],
      ['oud'],
      ['oud', 'oud'],
      ['oud', 'box'],
      ['oud', 'amber', 'rose'],
    ]) {
      const answer = await order([['any-two', 10_000, 1]], parts && { 'any-two': parts });
      expect([parts, answer.status, answer.body.message]).toEqual([
        parts,
        400,
        'Please choose 2 for Any two on its page.',
      ]);
    }
    const answer = await order([['any-two', 10_000, 1]], { 'any-two': ['rose', 'oud'] });
    expect(answer.status).toBe(200);
    expect(await available('rose', 'oud', 'amber')).toEqual([0, 4, 5]);
    const taken = await order([['any-two', 10_000, 1]], { 'any-two': ['rose', 'oud'] });
    expect(taken.body.message).toContain(
      'Rose is sold out. With those in Any two your order takes 1.',
    );
  });
});

test('two choices of one set are two lines, from the order to its refund and back to the stock', async () => {
  const body = orderBody([
    ['any-two', 10_000, 2],
    ['any-two', 10_000, 1],
  ]);
  const lines = (...parts: string[][]) => ({
    ...body,
    items: body.items.map((item, at) => ({ ...item, parts: parts[at] ?? [] })),
  });
  const send = (sent: ReturnType<typeof lines>) => shop.post('/api/payment/initialize', sent);
  const twice = await send(lines(['oud', 'amber'], ['oud', 'amber']));
  expect([twice.status, twice.body.message]).toEqual([
    400,
    'The request is not valid. items: Each product may be in the order once; raise its quantity instead',
  ]);
  const before = await available('oud', 'amber', 'rose');
  const { body: begun } = await send(lines(['oud', 'amber'], ['oud', 'rose']));
  const { reference } = begun.data;
  const order = await buying.hear(reference, SUCCESS);
  const [shown] = await viewOrders(shop.services.db, [order]);
  expect(shown?.items).toMatchObject([
    { productId: 'any-two', quantity: 2, facts: expect.stringMatching(/Oud, Amber$/) },
    { productId: 'any-two', quantity: 1, facts: expect.stringMatching(/Oud, Rose$/) },
  ]);
  expect(before).toEqual([5, 5, 1]);
  expect(await available('oud', 'amber', 'rose')).toEqual([2, 3, 0]);
  // Each line is refunded separately, and the units come back once.
  for (const line of ['1', '2'])
    expect(
      await recordByHand(shop.services, order.id, {
        ...REFUND,
        amountKobo: 500_000,
        for: line,
        restock: line === '2',
      }),
    ).toMatchObject({ ok: true });
  expect(await available('oud', 'amber', 'rose')).toEqual(before);
  // The same choice in another order of its parts is the same line.
  const again = await send(lines(['oud', 'amber'], ['amber', 'oud']));
  const { id } = await buying.orderOf(again.body.data.reference);
  expect(await linesOf(shop.services.db, id)).toMatchObject([
    { productId: 'any-two', quantity: 3 },
  ]);
  await expectSound();
});

test('parts that a browser’s order holds can be bought as a set', async () => {
  const body = orderBody([['box', 10_000, 2]]);
  await shop.post('/api/payment/initialize', body, { 'idempotency-key': 'her-attempt-000001' });
  const own = await shop.get('/api/live/own?ids=box,amber', {
    'previous-attempts': 'her-attempt-000001',
  });
  expect(own.body.products).toMatchObject([{ qtyAvailable: 2 }, { qtyAvailable: 5 }]);
});

test('a choice with a part’s former id means today’s part, in the order and its stock', async () => {
  expect(await changeId(shop.services.db, 'amber', 'amber-2', { by: 'Bola' })).toMatchObject({
    ok: true,
  });
  expect(await changeId(shop.services.db, 'any-two', 'pair', { by: 'Bola' })).toMatchObject({
    ok: true,
  });
  for (const [set, parts] of [
    ['pair', ['amber', 'oud']],
    ['any-two', ['oud', 'amber']],
  ] as const) {
    const answer = await order([[set, 10_000, 1]], { [set]: [...parts] });
    expect([answer.body.message, answer.status]).toEqual([undefined, 200]);
  }
  expect(await available('amber-2', 'oud')).toEqual([3, 3]);
  // One part by both of its ids is not a choice of two.
  const twice = await order([['pair', 10_000, 1]], { pair: ['amber', 'amber-2'] });
  expect(twice.body.message).toBe('Please choose 2 for Any two on its page.');
  await expectSound();
});

test('a part follows its product to a new id, and a removed part is reported missing', async () => {
  const { db } = shop.services;
  const answer = await order([['box', 10_000, 1]]);
  await changeId(db, 'oud', 'oud-new', { by: 'Bola' });
  const [set] = await db.select().from(products).where(eq(products.id, 'box'));
  expect(set?.parts).toBe('oud-new amber*2');
  await buying.expire(answer.body.data.reference);
  expect(await available('oud-new', 'box')).toEqual([5, 2]);
  await db.delete(products).where(eq(products.id, 'amber'));
  expect(await available('box')).toEqual([0]);
  await expectSound();
});

test('impossible parts are refused at their field', async () => {
  const save = async (cells: Record<string, string>) => {
    const result = await edit(cells);
    return result.ok ? 'saved' : result.refusal.fields?.set_parts;
  };
  expect(await save({ set_parts: 'oud nothing' })).toMatch(/names nothing, and no product/);
  expect(await save({ set_parts: 'box oud' })).toMatch(/names the set itself/);
  expect(await save({ set_parts: 'any-two' })).toMatch(/has any-two as a part, which is a set/);
  expect(await save({ set_choose: '9' })).toMatch(/the shopper is to choose 9/);
  expect(await save({ set_parts: 'oud rose', set_choose: '1' })).toBe('saved');
});

test('the shop and the database parse the text of a set in the same way', async () => {
  for (const words of ['a', ' a  b*2\tc*03 ', 'a*2*3', '*2', 'a*', 'a*0', 'a a*2', 'é*9 日本*10']) {
    const { rows } = await shop.services.db.execute(sql`
      select part_id as "productId", sum(quantity)::int as quantity from parts_of(${words})
      group by part_id order by min(place)`);
    expect([words, rows]).toEqual([words, partsOf({ parts: words })]);
  }
});
