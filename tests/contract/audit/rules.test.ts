import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { auditShop, auditSnapshot } from '#backend/audit/audit.ts';
import { auditRules } from '#backend/audit/rules.ts';
import { eachOrder } from '#backend/order-book/admin-orders.ts';
import { BREAKS } from './breaks.ts';
import { type EventfulShop, openEventfulShop, SETTINGS } from './eventful-shop.harness.ts';

/** The audit's findings in the database. */
let shop: EventfulShop;
beforeAll(async () => {
  shop = await openEventfulShop();
});
afterAll(() => shop.close());

test('finds no fault in a shop with every kind of event', async () => {
  const { violations, counts } = await auditShop(shop.services.db, SETTINGS);
  expect(violations).toEqual([]);
  expect(counts).toMatchObject({ products: 2, orders: 14, pending: 1 });
  const statuses = new Set<string>();
  for await (const order of eachOrder(shop.services.db, {})) statuses.add(order.status);
  expect(statuses.size).toBe(4);
});

test('reads one snapshot, which is read-only', async () => {
  const begun = vi.spyOn(shop.services.db, 'transaction');
  await auditShop(shop.services.db, SETTINGS);
  expect(begun.mock.calls.map(([, options]) => options)).toEqual([
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  ]);
  begun.mockRestore();
});

test('each rule has a case below', () => {
  expect(Object.keys(BREAKS)).toEqual(auditRules(SETTINGS).map((rule) => rule.name));
});

describe('reports each fault, and nothing else', () => {
  test.each(Object.entries(BREAKS))('%s', async (rule, { by, seen }) => {
    const undone = new Error('undone');
    const audit = shop.services.db.transaction(async (transaction) => {
      await transaction.execute(sql`set local session_replication_role = replica`);
      for (const statement of by(shop.stories)) await transaction.execute(sql.raw(statement));
      const { violations } = await auditSnapshot(transaction, SETTINGS);
      expect(violations).toEqual([{ rule, line: expect.stringMatching(seen) }]);
      throw undone;
    });
    await expect(audit).rejects.toBe(undone);
  });

  test('units of an order that does not exist', async () => {
    const undone = new Error('undone');
    const audit = shop.services.db.transaction(async (transaction) => {
      await transaction.execute(sql.raw(`delete from orders where id = '${shop.stories.pending}'`));
      const { violations } = await auditSnapshot(transaction, SETTINGS);
      expect(violations.map(({ line }) => line)).toEqual([
        expect.stringMatching(
          /^Order ord_\w+ \(does not exist\) changed the reserved units of oud by 1 instead of 0$/,
        ),
      ]);
      throw undone;
    });
    await expect(audit).rejects.toBe(undone);
  });
});
