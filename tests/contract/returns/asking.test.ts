import { eq, like, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emails } from '#backend/mail/tables.ts';
import { eraseOrders } from '#backend/order-book/erasure.ts';
import { ORDER_PAID_EMAIL_PREFIX } from '#backend/order-book/paid-email.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';
import { askReturn } from '#backend/returns/asking.ts';
import { answerReturn } from '#backend/returns/deciding.ts';
import { erasePictures } from '#backend/returns/erasure.ts';
import { returnLines, returnPictures, returns } from '#backend/returns/tables.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { signUp } from '../accounts/account.harness.ts';
import { openRefundShop, type RefundShop } from '../refunds/refund-shop.harness.ts';
import { BOLA } from '../shop.harness.ts';
import { request, returning } from './returned.harness.ts';

/** Requests for returns by the holder of an order's link and by its customer, with their pictures. */
let shop: RefundShop;
let kept: ReturnType<typeof returning>;
beforeAll(async () => {
  shop = await openRefundShop();
  kept = returning(shop);
});
afterAll(() => shop.close());

/** Returns a delivered order of two bottles, with the secret of its link. */
async function delivered(email = 'ada@example.com') {
  const order = await shop.pay(2, { email });
  await kept.deliver(order);
  return { order, key: await keyOf(order) };
}
async function keyOf(order: Pick<OrderRow, 'id'>) {
  const [email] = await shop.services.db
    .select()
    .from(emails)
    .where(eq(emails.id, `${ORDER_PAID_EMAIL_PREFIX}${order.id}`));
  return /#key=([\w-]+)/.exec(email?.text ?? '')?.[1] ?? '';
}
const ask = (order: Pick<OrderRow, 'id'>, key: string, body: object = request()) =>
  shop.post(`/api/order/${order.id}/return/-`, body, { 'link-secret': key });
const rowsOf = ({ id }: Pick<OrderRow, 'id'>) =>
  shop.services.db.select().from(returns).where(eq(returns.orderId, id));
async function send(order: Pick<OrderRow, 'id'>, key: string, id: number, body: Buffer) {
  const answer = await shop.app.request(`/api/return-picture/${order.id}/-/${id}`, {
    method: 'POST',
    body: new Uint8Array(body),
    headers: {
      'content-type': 'image/jpeg',
      'content-length': String(body.length),
      'link-secret': key,
    },
  });
  return { status: answer.status, body: await answer.json() };
}
const photo = (shade: number) =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: { r: shade, g: 9, b: 9 } } })
    .withExif({ IFD0: { Model: 'SecretPhone' }, IFD3: { GPSLatitude: '6/1 27/1 0/1' } })
    .jpeg()
    .toBuffer();

describe('a request', () => {
  test('by the link: stored once however often it is sent, and both hear of it', async () => {
    const { order, key } = await delivered();
    const body = request({ words: 'The pump is broken.' });
    const first = await ask(order, key, body);
    expect(first.body.returns).toMatchObject({
      left: [1],
      courierPaidBy: 'customer',
      asked: [{ state: 'asked', items: [{ item: 0, quantity: 1 }], words: 'The pump is broken.' }],
    });
    expect((await ask(order, key, body)).body.returns.asked).toHaveLength(1);
    const told = await shop.services.db
      .select()
      .from(emails)
      .where(like(emails.subject, `%#${orderNumber(order.id)}%return goods%`));
    expect(told.map(({ id }) => id.replace(/\d+$/, '')).sort()).toEqual(['merchant-return:']);
    const hers = await shop.services.db
      .select()
      .from(emails)
      .where(like(emails.subject, `%return goods of%#${orderNumber(order.id)}`));
    expect(hers[0]?.text).toContain('The pump is broken.');
  });

  test('by the signed-in customer, and by nobody else', async () => {
    const { order, key } = await delivered();
    expect((await ask(order, '')).status).toBe(404);
    expect((await ask(order, 'x'.repeat(32))).status).toBe(404);
    const other = await delivered();
    expect((await ask(other.order, key)).status).toBe(404);
    expect(await rowsOf(order)).toEqual([]);
    expect((await ask(order, key)).status).toBe(200);

    const own = await delivered('chi@example.com');
    const { auth } = await signUp(shop, 'chi@example.com');
    const { auth: another } = await signUp(shop, 'dayo@example.com');
    const path = `/api/order/${own.order.id}/return/-`;
    expect((await shop.post(path, request(), another)).status).toBe(404);
    expect((await shop.post(path, request(), auth)).body.returns.asked).toHaveLength(1);
    const data = await shop.get('/api/account/export', auth);
    expect(JSON.stringify(data.body)).toContain('It leaks.');
  });

  test('asks for no more than is left, in two tabs at once either', async () => {
    const { order, key } = await delivered();
    const two = { items: [{ item: 0, quantity: 2 }] };
    const answers = await Promise.all([
      ask(order, key, request(two)),
      ask(order, key, request(two)),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.body.fields.items).toContain('you have asked for it already');
    expect(await rowsOf(order)).toHaveLength(1);
  });

  test('follows the rules of the shop: the days, an opened bottle, the law', async () => {
    const { order, key } = await delivered();
    const mind = request({ reason: 'mind', words: '' });
    const opened = await ask(order, key, { ...mind, opened: true });
    expect(opened.body.fields).toHaveProperty('opened');
    const age = (days: number) =>
      shop.services.db
        .update(orders)
        .set({ arrivedAt: sql`now() - ${days}::int * interval '1 day'` })
        .where(eq(orders.id, order.id));
    await age(8);
    expect((await ask(order, key, mind)).body.fields).toHaveProperty('reason');
    expect((await ask(order, key, request({ words: '' }))).body.fields).toHaveProperty('words');
    await age(100);
    // By then the link has ended, too.
    expect(await askReturn(shop.services, order.id, request())).toMatchObject({
      refusal: { fields: { reason: expect.any(String) } },
    });
    await age(80);
    expect((await ask(order, key)).status).toBe(200);
  });

  test('is refused by the database beyond the line, whatever the program does', async () => {
    const { order, key } = await delivered();
    await ask(order, key, request({ items: [{ item: 0, quantity: 2 }] }));
    const [row] = await rowsOf(order);
    const [other] = await shop.services.db
      .insert(returns)
      .values({ ...request(), orderId: order.id })
      .returning();
    const line = { returnId: other?.id ?? 0, orderId: order.id, position: 0, quantity: 1 };
    await expect(shop.services.db.insert(returnLines).values(line)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('has 2 units') },
    });
    // A refusal frees the units.
    await answerReturn(shop.services, row?.id ?? 0, {
      accepts: false,
      text: 'It was used.',
      actor: BOLA,
    });
    await shop.services.db.insert(returnLines).values(line);
    await shop.services.db.delete(returns).where(eq(returns.id, line.returnId));
  });

  test('of an order that has not left, or is not paid, is not possible', async () => {
    const order = await shop.pay();
    expect((await ask(order, await keyOf(order))).body.fields).toHaveProperty('items');
    expect(
      (await shop.get(`/api/order/shared/${await keyOf(order)}`)).body.returns,
    ).toBeUndefined();
  });
});

describe('a picture', () => {
  test('needs the right to the order, is redrawn without its place, and comes three times', async () => {
    const { order, key } = await delivered();
    await ask(order, key);
    const [row] = await rowsOf(order);
    const id = row?.id ?? 0;
    const other = await delivered();
    for (const wrong of ['', 'x'.repeat(32), other.key])
      expect((await send(order, wrong, id, await photo(1))).status).toBe(404);
    expect((await send(other.order, other.key, id, await photo(1))).status).toBe(400);
    expect(await shop.services.db.$count(returnPictures)).toBe(0);

    const sent = await photo(1);
    expect(sent.toString('latin1')).toContain('SecretPhone');
    expect((await send(order, key, id, sent)).body.returns.asked[0].pictures[0]).toMatch(
      /^data:image\/webp;base64,/,
    );
    await send(order, key, id, sent);
    const [stored, ...more] = await shop.services.db.select().from(returnPictures);
    expect(more).toEqual([]);
    const bytes = Buffer.from(stored?.bytes ?? []);
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    expect(bytes.toString('latin1')).not.toContain('SecretPhone');
    await send(order, key, id, await photo(50));
    await send(order, key, id, await photo(100));
    expect((await send(order, key, id, await photo(150))).body.message).toContain('3 pictures');
  });

  test('that is no picture, or too large, is refused with words', async () => {
    const { order, key } = await delivered();
    await ask(order, key);
    const id = (await rowsOf(order))[0]?.id ?? 0;
    expect((await send(order, key, id, Buffer.from('not a picture'))).body.message).toContain(
      'is not a JPEG',
    );
    const large = await send(order, key, id, Buffer.alloc(5_000_001));
    expect([large.status, large.body.message]).toEqual([413, 'The file may have at most 5 MB.']);
  });

  test('is gone 90 days after the end of the case, and with her data', async () => {
    const { db } = shop.services;
    const [first, second] = [await delivered(), await delivered('bisi@example.com')];
    for (const { order, key } of [first, second]) {
      await ask(order, key);
      await send(order, key, (await rowsOf(order))[0]?.id ?? 0, await photo(7));
    }
    const count = async ({ order }: typeof first) =>
      db.$count(returnPictures, eq(returnPictures.returnId, (await rowsOf(order))[0]?.id ?? 0));
    const ended = (days: number) =>
      db
        .update(returns)
        .set({ endedAt: sql`now() - ${days}::int * interval '1 day'` })
        .where(eq(returns.orderId, first.order.id));
    await ended(89);
    await erasePictures(db);
    expect(await count(first)).toBe(1);
    await ended(91);
    await erasePictures(db);
    expect(await count(first)).toBe(0);

    expect(await count(second)).toBe(1);
    await db.update(orders).set({ eraseAt: sql`now()` }).where(eq(orders.id, second.order.id));
    await eraseOrders(db);
    expect(await count(second)).toBe(0);
    expect(await rowsOf(second.order)).toMatchObject([{ words: '', answer: null }]);
    const named = await db.select().from(emails).where(like(emails.text, '%It leaks.%'));
    expect(named.filter(({ subject }) => subject.includes(orderNumber(second.order.id)))).toEqual(
      [],
    );
  });
});
