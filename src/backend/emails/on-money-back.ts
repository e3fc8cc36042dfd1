import { eq, inArray } from 'drizzle-orm';
import type { Transaction } from '#backend/db/transact.ts';
import type { Email } from '#backend/mail/email.ts';
import { emails } from '#backend/mail/tables.ts';
import { codesEndedBy } from '#backend/promotions/sample-codes.ts';
import { LINK_DAYS, makeLink, takenAccount } from '#backend/refund-accounts/links.ts';
import {
  disputePaidEmail,
  orderRefundedEmail,
  REFUND_EMAIL_PREFIX,
  refundAccountEmail,
  refundDelayedEmail,
} from '#backend/refunds/customer-emails.ts';
import {
  merchantDisputeEmail,
  merchantDisputeEndedEmail,
  merchantRefundFailedEmail,
  merchantRefundNewsEmail,
} from '#backend/refunds/merchant-emails.ts';
import { FAILED } from '#backend/refunds/state.ts';
import { disputes, type RefundRow, refunds } from '#backend/refunds/tables.ts';
import { paths } from '#config/paths.ts';
import {
  type EmailSettings,
  mayWriteTo,
  type OrderOfPayment,
  orderOf,
  type Told,
  type Writing,
} from './writing.ts';

/**
 * Writes about a refund of an order. The merchant gets one email about each that she has not recorded herself, and one
 * more if it fails.
 */
export async function aboutRefund(
  event: Told<'refund.made' | 'refund.failed' | 'refund.needs_customer'>,
  { transaction, merchant, settings }: Writing,
): Promise<Email[]> {
  const [refund] = await transaction.select().from(refunds).where(eq(refunds.id, event.refund));
  const order = refund && (await orderOf(transaction, refund.payment));
  if (!order) return [];
  const about = { order, refund, merchant };
  const toMerchant = () => {
    if (refund.byHand) return [];
    if (event.isFirst) return [merchantRefundNewsEmail(about)];
    return FAILED.includes(refund.status) ? [merchantRefundFailedEmail(about)] : [];
  };
  const toCustomer = event.isExplained
    ? []
    : await refundForCustomer(transaction, order, refund, settings);
  return [...toMerchant(), ...toCustomer];
}

/**
 * Tells the customer once about a refund, whether staff or the provider began it. If it then fails, or waits for her
 * bank account, tells her that, too.
 */
async function refundForCustomer(
  transaction: Transaction,
  order: OrderOfPayment,
  refund: RefundRow,
  { SITE_URL }: EmailSettings,
): Promise<Email[]> {
  if (!mayWriteTo(order)) return [];
  if (refund.status === 'needs_customer') {
    const request = await makeLink(transaction, refund);
    const link = request && `${SITE_URL}${paths.refundAccount(request.key)}`;
    return link ? [refundAccountEmail(order, refund, { ...request, link, days: LINK_DAYS })] : [];
  }
  const account = await takenAccount(transaction, refund.id);
  if (refund.status !== 'failed') {
    const ended = await codesEndedBy(transaction, order.id, { refund: refund.id, dispute: null });
    return [orderRefundedEmail({ order, refund, ended, account })];
  }
  const { refunded, sent } = REFUND_EMAIL_PREFIX;
  const told = [`${refunded}${refund.id}`, `${sent}${account?.id}`];
  return (await transaction.$count(emails, inArray(emails.id, told))) > 0
    ? [refundDelayedEmail(order, refund)]
    : [];
}

/**
 * Writes about a dispute of an order: to the merchant when it begins and when it ends, to the customer when her bank
 * gives the money back.
 */
export async function aboutDispute(
  { dispute: id, isExplained }: Told<'dispute.opened' | 'dispute.closed'>,
  { transaction, merchant }: Writing,
): Promise<Email[]> {
  const [dispute] = await transaction.select().from(disputes).where(eq(disputes.id, id));
  const order = dispute && (await orderOf(transaction, dispute.payment));
  if (!order) return [];
  // A dispute that we hear of only when it is over gets the email about its end, and no other.
  const write = dispute.isOpen ? merchantDisputeEmail : merchantDisputeEndedEmail;
  const toMerchant = write({ order, dispute, merchant });
  const amount = dispute.amount ?? order.received;
  if (!dispute.hasTaken || amount === null || isExplained || !mayWriteTo(order))
    return [toMerchant];
  const ended = await codesEndedBy(transaction, order.id, { refund: null, dispute: id });
  return [disputePaidEmail(order, { ...dispute, amount }, ended), toMerchant];
}
