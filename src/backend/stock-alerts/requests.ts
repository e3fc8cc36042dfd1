import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { codeEmailLimits } from '#backend/accounts/limits.ts';
import { done, type Result, refuse } from '#backend/base/result.ts';
import { hashSecret, newSecret } from '#backend/base/secrets.ts';
import type { Database } from '#backend/db/connect.ts';
import { type Transaction, transact } from '#backend/db/transact.ts';
import { count, type Limit, release } from '#backend/limits/rate-limits.ts';
import type { Requester } from '#backend/limits/requester.ts';
import { enqueue } from '#backend/mail/outbox.ts';
import { movedId } from '#backend/products/catalogue/redirects.ts';
import { isShown, selectProducts } from '#backend/products/stocked-products.ts';
import { products } from '#backend/products/tables.ts';
import type { StockAlert } from '#contract/stock-alert.ts';
import { ALERT_CONFIRM_HOURS, ALERT_CONSENT } from '#domain/products/stock-alert.ts';
import { alertConfirmEmail } from './emails.ts';
import { type Addresses, linksOf } from './links.ts';
import { stockAlertProducts, stockAlerts } from './tables.ts';

/** The limit of emails about one product to one address. A double press sends one. */
const PRESSED_TWICE: Limit = { name: 'stock alert', max: 1, seconds: 60 };

/**
 * Records that a person wants to be told when a product is back, and emails the link that confirms her address. Gives the
 * same answer, with the same work, whether or not the address is known or already waiting. Refusals: product_not_found for
 * a product that is not sold, rate_limited.
 */
export async function askStockAlert(
  db: Database,
  { productId, email }: { productId: string; email: string },
  requester: Requester,
  addresses: Addresses,
): Promise<Result<{ state: 'asked' | 'available' }>> {
  const product = await findSold(db, productId);
  if (!product) return refuse('product_not_found', 'Product not found');
  if (product.stock > 0) return done({ state: 'available' });
  const pressed = [PRESSED_TWICE, `${product.id} ${email}`] as const;
  if (!(await count(db, pressed)).ok) return done({ state: 'asked' });
  const limited = await count(db, ...codeEmailLimits('stock_alert', email, requester));
  if (!limited.ok) {
    // A stranger who has used up an allowance does not make the owner of the address wait.
    await release(db, pressed);
    return limited;
  }
  const key = newSecret();
  const id = randomUUID();
  const links = linksOf(addresses, key);
  await db.transaction(async (transaction) => {
    await transaction.insert(stockAlerts).values({
      id,
      productId: product.id,
      email,
      keyHash: hashSecret(key),
      consent: ALERT_CONSENT,
    });
    const written = { id, recipient: email, product: product.name, ...links };
    await enqueue(transaction, alertConfirmEmail(written));
  });
  return done({ state: 'asked' });
}

/** Returns a product that is sold, also by a former id. */
async function findSold(db: Database, id: string) {
  const find = async (asked: string) =>
    (await selectProducts(db).where(and(eq(products.id, asked), isShown)))[0];
  const present = await find(id);
  if (present) return present;
  const moved = await movedId(db, id);
  return moved === undefined ? undefined : find(moved);
}

/** Matches the request of a secret. A request that was not confirmed in time is over, even if its row remains. */
const isOf = (key: string) =>
  and(
    eq(stockAlerts.keyHash, hashSecret(key)),
    or(
      isNotNull(stockAlerts.confirmedAt),
      gt(stockAlerts.askedAt, sql`now() - ${ALERT_CONFIRM_HOURS}::int * interval '1 hour'`),
    ),
  );

const GONE =
  'This request has ended, or was never made. You can ask again on the page of the product.';
const gone = () => refuse('stock_alert_not_found', GONE);

async function read(db: Pick<Database, 'select'>, key: string): Promise<StockAlert | null> {
  const [row] = await db
    .select({
      productId: stockAlerts.productId,
      name: products.name,
      confirmedAt: stockAlerts.confirmedAt,
      toldAt: stockAlerts.toldAt,
    })
    .from(stockAlerts)
    .innerJoin(products, eq(products.id, stockAlerts.productId))
    .where(isOf(key));
  if (!row) return null;
  const { productId, name, confirmedAt, toldAt } = row;
  return { productId, name, state: toldAt ? 'told' : confirmedAt ? 'waiting' : 'unconfirmed' };
}

/** Returns the request of a link. Refusal: stock_alert_not_found. */
export async function findStockAlert(db: Database, key: string): Promise<Result<StockAlert>> {
  const found = await read(db, key);
  return found ? done(found) : gone();
}

/** Confirms the address of a request, once. Its place in the queue stays. Refusal: stock_alert_not_found. */
export function confirmStockAlert(db: Database, key: string): Promise<Result<StockAlert>> {
  return transact(db, async (transaction) => {
    const found = await read(transaction, key);
    if (!found) return gone();
    await lockAlerts(transaction, found.productId);
    await transaction
      .update(stockAlerts)
      .set({ confirmedAt: sql`now()` })
      .where(and(isOf(key), isNull(stockAlerts.confirmedAt)));
    // A wave sent in the meantime may have ended it.
    const confirmed = await read(transaction, key);
    return confirmed ? done(confirmed) : gone();
  });
}

/** Makes a product's confirmations and waves wait for each other. */
async function lockAlerts(transaction: Transaction, productId: string): Promise<void> {
  await transaction
    .insert(stockAlertProducts)
    .values({ productId })
    .onConflictDoUpdate({ target: stockAlertProducts.productId, set: { productId } });
}

/**
 * Stops emails for the owner of the address: those about the request's product and, once its email was written, all others
 * that wait for the address. Leaves an unconfirmed request alone, because it gets no emails. So a filter that opens every
 * link of an email does not stop a later confirmation. Gives the same answer for a request that has ended.
 */
export async function stopStockAlerts(db: Database, key: string): Promise<Result<null>> {
  const hash = hashSecret(key);
  await db.execute(sql`
    delete from stock_alerts a using stock_alerts own
    where own.key_hash = ${hash} and a.email = own.email and a.confirmed_at is not null and a.told_at is null
      and (own.told_at is not null or a.product_id = own.product_id)`);
  return done(null);
}
