import type { Transaction } from '#backend/db/transact.ts';
import type { Email } from '#backend/mail/email.ts';
import { type MerchantSettings, merchantOf } from '#backend/mail/merchant.ts';
import { enqueue } from '#backend/mail/queue.ts';
import { orderLink } from '#backend/order-book/order-link.ts';
import { orderPaidEmail, type PaidOrder } from '#backend/order-book/paid-email.ts';
import { deliveryCheck } from '#backend/orders/delivery.ts';
import { merchantPaidEmail, merchantRefundEmail } from '#backend/orders/merchant-emails.ts';
import { withPayment } from '#backend/orders/payment-of.ts';
import type { PaymentRow } from '#backend/orders/payment-tables.ts';
import { linesOf } from '#backend/orders/stock.ts';
import type { OrderLine, OrderRow } from '#backend/orders/tables.ts';
import { refundDueEmail } from '#backend/refunds/customer-emails.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { paths } from '#config/paths.ts';

type NoticeSettings = Pick<Settings, 'SITE_URL' | 'PUBLIC_API_URL'> & MerchantSettings;

/**
 * The emails of an order that is paid: one to the merchant, and one to the customer with a link that shows this one order
 * without an account. Only the email holds the secret `key` of that link.
 */
export function paidEmails(
  {
    order,
    items,
    sampleCodes,
    key,
  }: {
    order: OrderRow;
    items: readonly OrderLine[];
    sampleCodes: PaidOrder['sampleCodes'];
    key: string;
  },
  settings: NoticeSettings,
): Email[] {
  const toMerchant = merchantPaidEmail(
    { ...order, items, check: deliveryCheck(order) },
    merchantOf(settings),
  );
  // A customer whose account is deleted gets no more emails.
  if (order.eraseAt) return [toMerchant];
  const link = orderLink(settings, order.id, key);
  const returns = `${settings.SITE_URL}${paths.returns}`;
  const shown = items.map((item) => ({ ...item, picture: smallPicture(item.image, settings) }));
  const { SITE_URL: site } = settings;
  return [toMerchant, orderPaidEmail({ ...order, items: shown, link, returns, site, sampleCodes })];
}

/** The absolute address of a small rendition of a line's picture; undefined without a picture of our own. */
const smallPicture = (
  image: string,
  { PUBLIC_API_URL }: Pick<NoticeSettings, 'PUBLIC_API_URL'>,
) => {
  const [, folder] = /^(\/media\/\w+)\//.exec(image) ?? [];
  return folder && `${PUBLIC_API_URL}${folder}/160.jpg`;
};

/**
 * Asks the merchant for a refund by email, and tells the customer what comes, in the transaction that finds it due.
 * @param why - what happened, in a sentence for the customer.
 */
export async function askForRefund(
  transaction: Transaction,
  { order, payment, why }: { order: OrderRow; payment: PaymentRow; why: string },
  settings: NoticeSettings,
): Promise<OrderRow> {
  const paid = withPayment(order, payment);
  const items = await linesOf(transaction, order.id);
  await enqueue(transaction, merchantRefundEmail({ ...paid, items }, merchantOf(settings)));
  // A customer whose account is deleted gets no more emails.
  if (!order.eraseAt) await enqueue(transaction, refundDueEmail(paid, why));
  return order;
}
