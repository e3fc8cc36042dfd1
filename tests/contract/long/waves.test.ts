import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auditShop } from '#backend/audit/audit.ts';
import { deleteProducts } from '#backend/products/lifecycle/deletion.ts';
import { changeId } from '#backend/products/lifecycle/new-id.ts';
import { changeStatus } from '#backend/products/lifecycle/status.ts';
import { BOLA, orderBody } from '../shop.harness.ts';
import { type AlertShop, openAlertShop } from '../stock-alerts/alerts.harness.ts';

/** The people who are told when a product is back, and the time. */
let shop: AlertShop;
beforeEach(async () => {
  shop = await openAlertShop(['oud']);
});
afterEach(() => shop.close());

const people = (count: number) =>
  Array.from({ length: count }, (_, n) => `p${String(n).padStart(2, '0')}@example.com`);
/** Makes this many people ask and confirm, one after the other. */
async function queue(count: number): Promise<string[]> {
  for (const email of people(count)) await shop.wait(email, 'oud');
  return people(count);
}
const sound = async () => {
  const { violations } = await auditShop(shop.services.db, { RESERVATION_MINUTES: 60 });
  expect(violations).toEqual([]);
};

describe('a restock', () => {
  test('informs as many shoppers as there are units, first come, first served, and the next ones an hour later', async () => {
    const all = await queue(5);
    expect(await shop.restock('oud', 2)).toBe(2);
    expect(await shop.told()).toEqual(all.slice(0, 2));
    await shop.sendAll();
    await shop.pass(59);
    expect(await shop.tell()).toBe(0);
    await sound();
    await shop.pass(1);
    expect(await shop.tell()).toBe(2);
    await shop.sendAll();
    await shop.pass(60);
    await shop.stock('oud', 0);
    expect(await shop.tell()).toBe(0);
    expect(await shop.told()).toHaveLength(4);
    await sound();
    // Back once more: only the one who was not told.
    expect(await shop.restock('oud', 9)).toBe(1);
    expect((await shop.told()).sort()).toEqual(all);
  });

  test('counts units for sale, not those of unpaid orders', async () => {
    await queue(3);
    await shop.stock('oud', 3);
    const order = orderBody([['oud', 10_000, 2]]);
    expect((await shop.post('/api/payment/initialize', order)).status).toBe(200);
    await shop.tell();
    await shop.pass(5);
    expect(await shop.tell()).toBe(1);
  });

  test('that ends within five minutes informs nobody: a mistake, or a briefly released unit', async () => {
    await queue(1);
    await shop.stock('oud', 10);
    await shop.tell();
    await shop.pass(4);
    expect(await shop.tell()).toBe(0);
    await shop.stock('oud', 0);
    await shop.tell();
    await shop.stock('oud', 10);
    await shop.tell();
    await shop.pass(4);
    expect(await shop.tell()).toBe(0);
    await shop.pass(1);
    expect(await shop.tell()).toBe(1);
  });

  test('informs a shopper who asked twice once, even if she confirmed only the second email', async () => {
    await shop.ask('twice@example.com', 'oud');
    const first = await shop.keyOf('twice@example.com');
    await shop.pass(2);
    await shop.wait('twice@example.com', 'oud');
    await shop.confirm(first);
    await shop.wait('other@example.com', 'oud');
    expect(await shop.restock('oud', 9)).toBe(2);
    expect(await shop.told()).toEqual(['other@example.com', 'twice@example.com']);
    await shop.sendAll();
    await shop.pass(61);
    expect(await shop.tell()).toBe(0);
  });

  test('informs nobody who has not confirmed', async () => {
    await shop.ask('silent@example.com', 'oud');
    expect(await shop.restock('oud', 9)).toBe(0);
  });

  test('by six processes at once is one wave, and each email has a link that works', async () => {
    await queue(12);
    await shop.stock('oud', 6);
    await shop.tell();
    await shop.pass(5);
    const told = await Promise.all(Array.from({ length: 6 }, () => shop.tell()));
    expect(told.reduce((sum, count) => sum + count)).toBe(6);
    expect(await shop.told()).toEqual(people(12).slice(0, 6));
    for (const email of people(6)) {
      const { body } = await shop.get(`/api/stock-alert/${await shop.toldKeyOf(email)}`);
      expect(body).toMatchObject({ state: 'told' });
    }
  });

  test('while the mail server is down writes one wave, not one an hour', async () => {
    const all = await queue(4);
    expect(await shop.restock('oud', 2)).toBe(2);
    await shop.pass(180);
    expect(await shop.tell()).toBe(0);
    await shop.sendAll();
    expect(await shop.tell()).toBe(0);
    await shop.pass(60);
    expect(await shop.tell()).toBe(2);
    expect((await shop.told()).sort()).toEqual(all);
  });
});

describe('a product that', () => {
  test('is hidden informs nobody until it is shown', async () => {
    await queue(1);
    await changeStatus(shop.services.db, ['oud'], { verb: 'hide', actor: BOLA });
    expect(await shop.restock('oud', 5)).toBe(0);
    await shop.pass(60);
    expect(await shop.tell()).toBe(0);
    await changeStatus(shop.services.db, ['oud'], { verb: 'show', actor: BOLA });
    expect(await shop.restock('oud', 5)).toBe(1);
  });

  test('is retired loses its requests after a day', async () => {
    await queue(1);
    await changeStatus(shop.services.db, ['oud'], { verb: 'retire', actor: BOLA });
    expect((await shop.ask('late@example.com', 'oud')).status).toBe(404);
    await shop.pass(23 * 60);
    await shop.erase();
    expect(await shop.requests()).toHaveLength(1);
    await shop.pass(61);
    await shop.erase();
    expect(await shop.requests()).toEqual([]);
  });

  test('is deleted loses its requests', async () => {
    await queue(2);
    await deleteProducts(shop.services.db, ['oud'], { actor: BOLA });
    expect(await shop.requests()).toEqual([]);
    expect(await shop.tell()).toBe(0);
    await shop.erase();
  });

  test('has a new id is announced with the new one, and requested with the old one', async () => {
    await queue(1);
    await changeId(shop.services.db, 'oud', 'oud-wood', { by: 'Bola' });
    expect((await shop.ask('old@example.com', 'oud')).body).toEqual({ state: 'asked' });
    expect((await shop.confirm(await shop.keyOf('old@example.com'))).body.productId).toBe(
      'oud-wood',
    );
    expect(await shop.restock('oud-wood', 5)).toBe(2);
    const [email] = await shop.rows<{ text: string }>(
      sql`select text from emails where id like 'stock-alert:%' limit 1`,
    );
    expect(email?.text).toContain('http://127.0.0.1:4321/products/oud-wood');
  });
});

describe('a stored request', () => {
  test('ends a day after the email was sent, with the email', async () => {
    await queue(2);
    expect(await shop.restock('oud', 2)).toBe(2);
    await shop.pass(180);
    await shop.erase();
    expect(await shop.requests()).toHaveLength(2);
    await shop.sendAll();
    await shop.pass(24 * 60 - 1);
    await shop.erase();
    expect(await shop.requests()).toHaveLength(2);
    await shop.pass(2);
    await shop.erase();
    expect(await shop.requests()).toEqual([]);
    expect(await shop.rows(sql`select id from emails`)).toEqual([]);
    await sound();
  });

  test('ends after 180 days without a restock', async () => {
    await queue(1);
    await shop.pass(179 * 24 * 60);
    await shop.erase();
    expect(await shop.requests()).toHaveLength(1);
    await shop.pass(25 * 60);
    await shop.erase();
    expect(await shop.requests()).toEqual([]);
  });
});
