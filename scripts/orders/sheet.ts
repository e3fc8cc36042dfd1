import type { FulfilmentRecord } from '#backend/fulfilment/tables.ts';
import { amountOf } from '#backend/mail/amount.ts';
import type { QueuedEmail } from '#backend/mail/outbox.ts';
import type { AdminOrder } from '#backend/order-book/admin-orders.ts';
import type { OrderNote } from '#backend/order-book/tables.ts';
import {
  codeWords,
  deliveryState,
  forWords,
  goodsState,
  moneyState,
  paidLines,
  stillDue,
  toCollect,
} from '#backend/order-book/words.ts';
import { deliveryCheck } from '#backend/orders/delivery.ts';
import { receivedWords } from '#backend/orders/merchant-emails.ts';
import { isPending } from '#backend/orders/status.ts';
import { wordsOf } from '#backend/payment-provider/names.ts';
import type { KeptSampleCode } from '#backend/promotions/sample-codes.ts';
import { refundState } from '#backend/refunds/state.ts';
import type { DisputeRow, RefundRow } from '#backend/refunds/tables.ts';
import { arrivalWords } from '#domain/delivery/words.ts';
import { lagosTime } from '#domain/lagos-date.ts';
import { formatNaira, toNaira } from '#domain/money/money.ts';
import { campaignText } from '#domain/orders/campaign.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { extrasOf } from '#domain/orders/order-extras.ts';
import { reductionWords } from '#domain/orders/sums.ts';
import { plain } from '#domain/words.ts';

const naira = (kobo: number) => formatNaira(toNaira(kobo));
const when = (at: Date | null) => at && lagosTime(at);

/** Returns one refund: '₦5,000 processed on 2026-11-21 10:05 (TRF_1), asked for by Bola: broken'. */
function refundFact(order: AdminOrder, refund: RefundRow): [string, string] {
  const { amount, currency, updatedAt, reference, requestedBy, reason, refusal, byHand } = refund;
  const status = byHand ? 'paid back by hand' : refundState(refund.status);
  const name = reference === null ? '' : ` (${reference})`;
  const who =
    requestedBy === null ? '' : `, ${byHand ? 'recorded' : 'asked for'} by ${requestedBy}`;
  const why = reason === null ? '' : `: ${reason}`;
  const no =
    refusal === null ? '' : `. ${wordsOf(order.payment?.provider).name} refused it: ${refusal}`;
  const done = `${amountOf(amount, currency)}${forWords(order, refund)} ${status} on ${lagosTime(updatedAt)}${name}`;
  return ['Refund', `${done}${who}${why}${no}`];
}

/** Returns one step: 'on 2026-11-21 10:05 by Bola: GIG, ABC1'. */
function stepFact({
  step,
  at,
  recordedBy,
  courier,
  trackingNumber,
}: FulfilmentRecord): [string, string] {
  const how = [courier, trackingNumber].filter(Boolean).join(', ');
  const title = (step.charAt(0).toUpperCase() + step.slice(1)).replace('-', ' ');
  return [title, `on ${lagosTime(at)} by ${recordedBy}${how && `: ${how}`}`];
}

/** Returns the facts of a dispute: the claim, and until when the merchant must answer. */
function disputeFacts(dispute: DisputeRow): [string, string | null][] {
  const { id, amount, currency, status, resolution, dueAt } = dispute;
  const claimed = amount === null ? 'an unknown amount' : amountOf(amount, currency);
  return [
    ['Dispute', `${claimed} claimed back, ${resolution ?? status} (${id})`],
    ['Answer until', dispute.isOpen ? when(dueAt) : null],
  ];
}

/** Returns all details of an order, for the merchant. @param mails - whether the shop has a mail server. */
export function orderSheet(
  order: AdminOrder,
  emails: readonly QueuedEmail[],
  notes: readonly OrderNote[] = [],
  codes: readonly KeptSampleCode[] = [],
  mails = true,
): string {
  const { shippingPlace, phoneE164, payment, money } = order;
  const { payer } = payment ?? {};
  const paidBy = [payer?.first_name, payer?.last_name, payer?.email, payer?.phone];
  const { name: provider } = wordsOf(payment?.provider);
  const facts: [string, string | null | undefined][] = [
    ['Order', order.id],
    ['Status', [goodsState(order), moneyState(order)].filter(Boolean).join(', ')],
    ['Remark', order.remark],
    ['Placed', when(order.createdAt)],
    ['Rebuilt', when(order.rebuiltAt)],
    ['Lost', order.rebuiltWithout],
    ['Units reserved until', isPending(order) ? when(order.reservationExpiresAt) : null],
    ['Paid', when(order.paidAt)],
    ['Reversed', when(order.reversedAt)],
    ['Refunded', when(order.refundedAt)],
    [
      'Unconfirmed since',
      payment?.newsAt &&
        `${lagosTime(payment.newsAt)}: ${provider}'s verify call does not confirm it`,
    ],
    ...order.records.map(stepFact),
    ['Units back in stock', order.restocked && `on ${lagosTime(order.restocked.at)}`],
    ...order.refunds.map((refund) => refundFact(order, refund)),
    ...order.disputes.flatMap(disputeFacts),
    ...notes.map(({ text, recordedBy, at }): [string, string] => [
      'Note',
      `${text} (${recordedBy}, ${lagosTime(at)})`,
    ]),
    ['', ''],
    ...order.items.map((item): [string, string] => [
      `${item.quantity} × ${naira(item.priceKobo)}`,
      `${item.name} (${[item.productId, item.sku && `SKU ${item.sku}`].filter(Boolean).join(', ')})`,
    ]),
    ['Shipping', naira(order.feeKobo)],
    ...(order.discountKobo > 0
      ? [
          [
            order.promotion ? reductionWords(order.promotion) : 'Discount',
            naira(-order.discountKobo),
          ] as [string, string],
        ]
      : []),
    ['Total', naira(order.totalKobo)],
    ['To collect', toCollect(order) > 0 ? naira(toCollect(order)) : null],
    ...order.collections.map(({ amount, how, takenBy }): [string, string] => [
      'Collected',
      `${naira(amount)} ${how === 'cash' ? 'in cash' : 'by transfer'}, by ${takenBy}`,
    ]),
    ...paidLines(order).map((line, at): [string, string] => [`Paid for line ${at + 1}`, line]),
    ...codes.map((code): [string, string] => ['Code of a sample', codeWords(order, code)]),
    ['', ''],
    ['Name', order.fullName],
    ['Phone', order.phone && (phoneE164 ?? 'cannot be read as a number: check it')],
    ['Phone as typed', order.phone],
    ['Email address', order.email],
    ['For the courier', order.shippingEmail === order.email ? null : order.shippingEmail],
    ['Address', order.address],
    ['Town', [order.city, order.state, order.country].join(', ')],
    ['Delivery', shippingPlace ?? 'no place was chosen'],
    ...extrasOf(order),
    ['Promised', order.delivery && arrivalWords(order.delivery, shippingPlace ?? '')],
    ['Check', deliveryCheck(order)],
    ['Campaign', campaignText(order.campaign ?? {})],
    ['Customer', order.eraseAt && `account deleted; erased on ${lagosTime(order.eraseAt)}`],
    ['', ''],
    ['Payment reference', payment?.reference ?? order.reference],
    ['Received', money.received === null ? null : receivedWords(money)],
    ['Paid back', money.gone > 0 ? amountOf(money.gone, money.currency ?? '') : null],
    [
      'Still to pay back',
      stillDue(order) > 0 ? amountOf(stillDue(order), money.currency ?? '') : null,
    ],
    ['Channel', payment?.channel],
    [`${provider} transaction`, payment?.providerId],
    ['Paid by', paidBy.filter((part) => part).join(', ')],
    [`${provider} asked`, when(payment?.askedAt ?? null)],
    ['', ''],
    ...emails.map((email): [string, string] => [
      'Email',
      `${email.subject}, to ${email.recipient}: ${deliveryState(email, mails)}`,
    ]),
  ];
  const shown = facts.filter(([name, value]) => name === '' || (value ?? '') !== '');
  const lines = shown.map(([name, value]) => `  ${name.padEnd(22)}${plain(value ?? '')}`.trimEnd());
  const text = [`Order #${orderNumber(order.id)}`, ...lines].join('\n');
  return `${text.replace(/\n{3,}/g, '\n\n').trimEnd()}\n`;
}
