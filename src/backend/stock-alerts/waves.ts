import { eq, type SQL, sql } from 'drizzle-orm';

import { type Transaction, transact } from '#backend/db/transact.ts';
import type { Events, WithEvents } from '#backend/events/events.ts';
import { freeUnits, selectProducts } from '#backend/products/stocked-products.ts';
import { products } from '#backend/products/tables.ts';
import { ALERT_EMAIL_PREFIX } from './emails.ts';

/**
 * Minutes for which units must be available before anybody is told. So nobody loses her one email to a typing error, or to
 * a unit that an unpaid order returns and takes again.
 */
const SETTLE_MINUTES = 5;
/** Minutes from one wave of emails to the next, counted from when the emails were sent. */
const WAVE_MINUTES = 60;
/** The most people in one wave, whatever the units: one transaction writes them. */
const WAVE_PEOPLE = 1000;

const minutes = (count: number) => sql`${count}::int * interval '1 minute'`;

/** Whether a product (`pr` with its stock `s`) can be bought now. */
const CAN_BE_BOUGHT = sql`(pr.status = 'shown' and ${freeUnits(sql`pr`, sql`s`)} > 0)`;

/**
 * Returns the condition for a product (`p`, a row of stock_alert_products) whose next wave is due. Units have been
 * available for five minutes, the emails of the previous wave were sent an hour ago, and somebody is waiting. While a mail
 * server is down, no second wave builds up behind the first.
 * @param late - minutes for which it must have been due.
 */
export const waveIsDue = (late = 0): SQL => sql`(
  p.available_since <= now() - ${minutes(SETTLE_MINUTES + late)}
  and (p.told_at is null or p.told_at <= now() - ${minutes(WAVE_MINUTES + late)})
  and exists (select from stock_alerts a where a.product_id = p.product_id
    and a.confirmed_at <= now() - ${minutes(late)} and a.told_at is null)
  and not exists (select from stock_alerts a join emails e on e.id = ${ALERT_EMAIL_PREFIX}::text || a.id
    where a.product_id = p.product_id and a.told_at is not null and (
      (e.sent_at is null and e.dead_at is null and e.expires_at > now())
      or e.sent_at > now() - ${minutes(WAVE_MINUTES + late)})))`;

/**
 * Tells people about products that are back: for each product as many people as there are units, in the order of asking,
 * and an hour later the next. Any number of processes may call it at once. @returns the number of people told.
 */
export async function tellWaiting({ db, events }: WithEvents): Promise<number> {
  await db.execute(sql`
    update stock_alert_products p set available_since = case when ${CAN_BE_BOUGHT} then now() end
    from products pr join stock s on s.product_id = pr.id
    where pr.id = p.product_id and (p.available_since is not null) <> ${CAN_BE_BOUGHT}`);
  const { rows } = await db.execute<{ id: string }>(sql`
    select p.product_id as id from stock_alert_products p where ${waveIsDue()} order by p.available_since, p.product_id`);
  let told = 0;
  for (const { id } of rows) {
    told += await transact(db, (transaction) => tellWave(transaction, id, events));
  }
  return told;
}

/** Sends one wave: writes its emails and ends its requests in one transaction. */
async function tellWave(
  transaction: Transaction,
  productId: string,
  events: Events,
): Promise<number> {
  // Another process has the row and is about to do the same.
  const { rows: locked } = await transaction.execute(sql`
    select from stock_alert_products p where p.product_id = ${productId} and ${waveIsDue()}
    for update of p skip locked`);
  if (locked.length === 0) return 0;
  const [product] = await selectProducts(transaction).where(eq(products.id, productId));
  if (product?.status !== 'shown' || product.stock === 0) return 0;
  const alerts = await endFirst(transaction, productId, Math.min(product.stock, WAVE_PEOPLE));
  await events.publish(transaction, { type: 'stock.back', product: productId, alerts });
  await transaction.execute(sql`
    update stock_alert_products set told_at = now(), units = ${product.stock}, told = ${alerts.length}
    where product_id = ${productId}`);
  return alerts.length;
}

/** Ends the requests of the people who asked first. @returns their ids. */
async function endFirst(
  transaction: Transaction,
  productId: string,
  most: number,
): Promise<string[]> {
  const { rows } = await transaction.execute<{ id: string }>(sql`
    select id from (
      select distinct on (email) id, email, asked_at from stock_alerts
      where product_id = ${productId} and confirmed_at is not null and told_at is null
      order by email, asked_at, id
    ) as first order by asked_at, id limit ${most}`);
  // A person who stopped in the meantime has no row any more, and gets no email.
  const { rows: ended } = await transaction.execute<{ id: string; email: string }>(sql`
    update stock_alerts set told_at = now()
    where id = any(${sql.param(rows.map(({ id }) => id))}::text[]) returning id, email`);
  // A person who asked twice is told once.
  await transaction.execute(sql`
    delete from stock_alerts where product_id = ${productId} and told_at is null
      and email = any(${sql.param(ended.map(({ email }) => email))}::text[])`);
  return ended.map(({ id }) => id);
}
