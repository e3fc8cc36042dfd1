import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditShop } from '#backend/audit/audit.ts';
import { type AlertShop, openAlertShop } from './alerts.harness.ts';

/** Random histories of two products and the people who wait for them, with a mail server that is sometimes away. */
let shop: AlertShop;
beforeAll(async () => {
  shop = await openAlertShop(['oud', 'rose']);
});
beforeEach(() => shop.rows(sql`truncate stock_alerts, stock_alert_products, emails, rate_limits`));
afterAll(() => shop.close());

const id = fc.constantFrom('oud', 'rose');
const who = fc.integer({ min: 0, max: 5 }).map((n) => `p${n}@example.com`);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('ask' as const), who, id }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('confirm' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stop' as const), who }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('stock' as const), id, units: fc.nat(4) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('pass' as const), by: fc.constantFrom(3, 6, 61) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('send' as const) }) },
);

test('nobody gets an unrequested or second email, emails never exceed units, and finally nobody waits', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
      await shop.rows(sql`truncate stock_alerts, stock_alert_products, emails, rate_limits`);
      await shop.rows(sql`update stock set on_hand = 0`);
      // The confirmed requests, by person and product, since the person's last email about it.
      const confirmed = new Set<string>();
      let emails = 0;
      const tell = async () => {
        const units = Object.fromEntries(
          (
            await shop.rows<{ id: string; units: number }>(
              sql`select product_id as id, on_hand as units from stock`,
            )
          ).map((row) => [row.id, row.units]),
        );
        await shop.tell();
        const told = await shop.rows<{ recipient: string; product: string }>(sql`
          select e.recipient, a.product_id as product from emails e join stock_alerts a on 'stock-alert:' || a.id = e.id
          order by e.created_at offset ${emails}`);
        emails += told.length;
        for (const product of ['oud', 'rose']) {
          const people = told.filter((each) => each.product === product);
          expect(people.length).toBeLessThanOrEqual(units[product] ?? 0);
        }
        for (const { recipient, product } of told) {
          expect(confirmed.delete(`${recipient} ${product}`)).toBe(true);
        }
      };
      for (const each of steps) {
        if (each.do === 'ask') await shop.ask(each.who, each.id);
        if (each.do === 'confirm') {
          const answer = await shop.confirm(await shop.keyOf(each.who));
          if (answer.body.state === 'waiting')
            confirmed.add(`${each.who} ${answer.body.productId}`);
        }
        if (each.do === 'stop') {
          const key = await shop.keyOf(each.who);
          const { body } = await shop.get(`/api/stock-alert/${key}`);
          await shop.post(`/api/stock-alert/${key}/stop`, {});
          if (body.state === 'waiting' || body.state === 'unconfirmed') {
            confirmed.delete(`${each.who} ${body.productId}`);
          }
        }
        if (each.do === 'stock') await shop.stock(each.id, each.units);
        if (each.do === 'pass') await shop.pass(each.by);
        if (each.do === 'send') await shop.sendAll();
        await tell();
      }
      // Units for everybody, a working mail server, and hours.
      for (let hour = 0; hour < 3; hour++) {
        for (const product of ['oud', 'rose']) await shop.stock(product, 9);
        await shop.sendAll();
        await shop.pass(61);
        await tell();
      }
      expect([...confirmed]).toEqual([]);
      const { violations } = await auditShop(shop.services.db, { RESERVATION_MINUTES: 60 });
      expect(violations).toEqual([]);
    }),
    { numRuns: process.env.ROUNDS === 'full' ? 60 : 6 },
  );
});
