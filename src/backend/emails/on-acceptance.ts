import { eq } from 'drizzle-orm';
import type { Email } from '#backend/mail/email.ts';
import { collectedEmail, endedEmail } from '#backend/on-delivery/emails.ts';
import { orderLink } from '#backend/order-book/order-link.ts';
import { orderPaidEmail } from '#backend/order-book/paid-email.ts';
import { deliveryCheck } from '#backend/orders/delivery.ts';
import { merchantCancelledEmail, merchantPaidEmail } from '#backend/orders/merchant-emails.ts';
import { paymentsOf } from '#backend/orders/payment-of.ts';
import { linesOf } from '#backend/orders/stock.ts';
import { orders } from '#backend/orders/tables.ts';
import { transfersOf } from '#backend/payments/rebuild/copied-transfers.ts';
import { writeCopy } from '#backend/payments/sealed/email-copy.ts';
import { paths } from '#config/paths.ts';
import { WAYS } from '#domain/payments/ways.ts';
import { mayWriteTo, orderOf, type Told, type Writing } from './writing.ts';

/**
 * Writes the emails about an accepted order: one to the merchant, and one to the customer with a link that shows this
 * one order without an account.
 */
export async function aboutAcceptance(
  event: Told<'order.accepted'>,
  writing: Writing,
): Promise<Email[]> {
  const { order, items, sampleCodes, key, dueKobo } = event;
  const { settings, merchant } = writing;
  const copy = await copyOf(event, writing);
  const toMerchant = merchantPaidEmail(
    { ...order, dueKobo, items, check: deliveryCheck(order), copy },
    merchant,
  );
  if (!mayWriteTo(order)) return [toMerchant];
  const { SITE_URL: site, PUBLIC_API_URL: api } = settings;
  const link = orderLink(settings, order.id, key);
  const returns = `${site}${paths.returns}`;
  const shown = items.map((item) => ({ ...item, picture: smallPicture(item.image, api) }));
  return [
    toMerchant,
    orderPaidEmail({ ...order, dueKobo, items: shown, link, returns, site, sampleCodes }),
  ];
}

/**
 * Returns the copy of an order that no provider has. Null for other orders, which come back by their payment, and once the
 * customer's account is deleted.
 */
async function copyOf(
  { order, dueKobo, way }: Told<'order.accepted'>,
  { transaction, settings, sealKeys }: Writing,
): Promise<string | null> {
  const [key] = sealKeys;
  if (!key || WAYS[way].settledBy === 'provider' || order.eraseAt) return null;
  const { reference, totalKobo: total, acceptedAt, shareHash: link } = order;
  const at = acceptedAt?.getTime() ?? Date.now();
  const transfers = await transfersOf(transaction, order.id);
  const arrived = transfers.reduce((sum, [amount]) => sum + amount, 0);
  const due = dueKobo ?? Math.max(0, total - arrived);
  const accepted = { reference, total, due, way, at, link, transfers };
  const lines = await linesOf(transaction, order.id);
  return writeCopy({ ...order, accepted }, lines, { key, shop: settings.SITE_URL });
}

/** Tells the customer of an accepted order that her money has come, with the codes of its samples. */
export async function aboutCollection(
  { payment, sampleCodes }: Told<'order.collected'>,
  { transaction, settings }: Writing,
): Promise<Email[]> {
  const order = await orderOf(transaction, payment);
  if (!order || !mayWriteTo(order)) return [];
  // The statement that writes this email also writes the sum that has come.
  const received = order.arrivedKobo;
  return [collectedEmail({ ...order, received }, { sampleCodes, site: settings.SITE_URL })];
}

/** Tells the customer of an accepted order that it has ended, and the merchant if it was she who cancelled it. */
export async function aboutEnd(
  { order: id, why }: Told<'order.ended'>,
  { transaction, merchant }: Writing,
): Promise<Email[]> {
  const [order] = await transaction.select().from(orders).where(eq(orders.id, id));
  if (!order) return [];
  const items = await linesOf(transaction, id);
  const toMerchant =
    why === 'by_customer' ? [merchantCancelledEmail({ ...order, items }, merchant)] : [];
  if (!mayWriteTo(order)) return toMerchant;
  const { payment } = (await paymentsOf(transaction, [id]))(id);
  return [...toMerchant, endedEmail(order, { why, depositKobo: payment?.received ?? 0 })];
}

/** The absolute address of a small rendition of a line's picture; undefined without a picture of our own. */
const smallPicture = (image: string, api: string) => {
  const [, folder] = /^(\/media\/\w+)\//.exec(image) ?? [];
  return folder && `${api}${folder}/160.jpg`;
};
