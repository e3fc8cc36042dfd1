import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { NewProduct } from '#backend/products/fields/writer.ts';
import { eraseStockAlerts } from '#backend/stock-alerts/erasure.ts';
import { FROM_NETWORKS } from '../accounts/account.harness.ts';
import { openShop, product, type TestShop } from '../shop.harness.ts';

/** A shop with sold-out products, and the people who wait for them. */
export type AlertShop = Awaited<ReturnType<typeof openAlertShop>>;

export async function openAlertShop(
  ids: readonly string[],
  more: { products?: readonly NewProduct[]; settings?: Record<string, string> } = {},
) {
  const products = ids.map((id) => product({ id, name: `The ${id}`, stock: 0 }));
  const shop: TestShop = await openShop({
    products: [...products, ...(more.products ?? [])],
    settings: { ...FROM_NETWORKS, ...more.settings },
  });
  const { db } = shop.services;
  const rows = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
    (await db.execute<Row>(query)).rows;
  const textOf = async (like: string, recipient: string) => {
    const [email] = await rows<{ text: string }>(sql`
      select text from emails where id like ${like} and recipient = ${recipient}
      order by created_at desc limit 1`);
    return email?.text ?? '';
  };
  const alertShop = {
    ...shop,
    rows,
    ask: (email: string, productId: string, headers: Record<string, string> = {}) =>
      shop.post('/api/stock-alert', { productId, email }, headers),
    /** Returns the secret of the last email that asks to confirm an address. */
    keyOf: async (email: string) =>
      /#confirm=([\w-]+)/.exec(await textOf('stock-alert-confirm:%', email))?.[1] ?? '',
    /** Returns the secret of the last email that told an address. */
    toldKeyOf: async (email: string) =>
      /#stop=([\w-]+)/.exec(await textOf('stock-alert:%', email))?.[1] ?? '',
    confirm: (key: string) => shop.post(`/api/stock-alert/${key}/confirm`, {}),
    /** Requests and confirms at once. */
    async wait(email: string, productId: string) {
      expect(await alertShop.ask(email, productId)).toMatchObject({ status: 200 });
      const confirmed = await alertShop.confirm(await alertShop.keyOf(email));
      expect(confirmed).toMatchObject({ status: 200, body: { productId, state: 'waiting' } });
    },
    /** Sets the units on hand, as the merchant does. */
    stock: (productId: string, units: number) =>
      db.execute(sql`update stock set on_hand = ${units} where product_id = ${productId}`),
    /** Lets time pass for everything about alerts. */
    async pass(minutes: number) {
      const by = sql`${minutes}::int * interval '1 minute'`;
      await db.execute(
        sql`update stock_alert_products set available_since = available_since - ${by}, told_at = told_at - ${by}`,
      );
      await db.execute(sql`update stock_alerts set asked_at = asked_at - ${by}, confirmed_at = confirmed_at - ${by},
        told_at = told_at - ${by}`);
      await db.execute(sql`update emails set created_at = created_at - ${by}, sent_at = sent_at - ${by},
        dead_at = dead_at - ${by}, expires_at = expires_at - ${by}`);
      await db.execute(sql`update rate_limits set ends_at = ends_at - ${by}`);
      await db.execute(sql`update products set updated_at = updated_at - ${by}`);
    },
    /** Makes the mail server take everything that waits. */
    sendAll: () => db.execute(sql`update emails set sent_at = now() where sent_at is null`),
    tell: () => shop.services.stockAlerts.tell(),
    erase: () => eraseStockAlerts(db),
    /** Restocks units that stay for long enough. @returns how many people were told. */
    async restock(productId: string, units: number) {
      await alertShop.stock(productId, units);
      await alertShop.tell();
      await alertShop.pass(5);
      return alertShop.tell();
    },
    /** Returns who was told, in the order of the emails. */
    told: async () =>
      (
        await rows<{ recipient: string }>(sql`
          select recipient from emails where id like 'stock-alert:%' order by created_at, recipient`)
      ).map(({ recipient }) => recipient),
    /** Returns everything that is stored about requests. */
    requests: () =>
      rows<{ email: string; told: boolean; confirmed: boolean }>(sql`
        select email, told_at is not null as told, confirmed_at is not null as confirmed from stock_alerts
        order by asked_at, id`),
  };
  return alertShop;
}
