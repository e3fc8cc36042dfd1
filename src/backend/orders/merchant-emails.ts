import { amountOf } from '#backend/mail/amount.ts';
import type { Row } from '#backend/mail/draft.ts';
import { type Email, writeEmail } from '#backend/mail/email.ts';
import { allOfOrder, byOffice, type Merchant } from '#backend/mail/merchant.ts';
import { type ProviderName, paysBack, wordsOf } from '#backend/payment-provider/names.ts';
import { shop } from '#config/shop.ts';
import { formatNaira, toNaira } from '#domain/money/money.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { type ExtraColumns, extrasOf } from '#domain/orders/order-extras.ts';
import { type KeptSums, keptRows, sumText } from '#domain/orders/sums.ts';
import { acceptedWords } from '#domain/payments/accepted.ts';
import type { KeptPromotion } from '#domain/promotions/kept.ts';
import { counted } from '#domain/words.ts';
import { asTyped } from '#process/as-typed.ts';

/** How the ids of the merchant's emails begin. The order's id follows, or of `refused` the reason and the day. */
export const MERCHANT_EMAIL_PREFIX = {
  paid: 'merchant-paid:',
  refund: 'merchant-refund:',
  cancelled: 'merchant-cancelled:',
  refused: 'merchant-refused:',
} as const;

/** The facts about an order in emails to the merchant. */
export interface OrderFacts {
  id: string;
  reference: string;
  totalKobo: number;
  items: readonly EmailLine[];
}

/** A line of an order; `facts` has size and concentration, and what was chosen of a set. */
interface EmailLine {
  name: string;
  quantity: number;
  facts?: string | null;
}

/** '1 × Oud Wood (Eau de Parfum · 50 ml)'. */
export const lineWords = ({ quantity, name, facts }: EmailLine): string =>
  `${quantity} × ${name}${facts ? ` (${facts})` : ''}`;

/** The facts that the merchant needs to send a paid order. Sums in kobo. */
export interface OrderToPack extends OrderFacts, Partial<ExtraColumns> {
  /** Kobo that are still to be paid for one that is accepted before. Null or absent for one that is paid. */
  dueKobo?: number | null;
  fullName: string;
  email: string;
  phone: string;
  phoneE164: string | null;
  address: string;
  city: string;
  state: string;
  shippingPlace: string | null;
  /** The check to make before it is sent, as the rest of a sentence. */
  check: string | null;
  /** The order as it can be made again from this email. Null if its payment has it. */
  copy: string | null;
  feeKobo: number;
  discountKobo: number;
  promotion: KeptPromotion | null;
  /** Set when the customer's account is deleted. Then the email contains no personal data. */
  eraseAt: Date | null;
  /** When the order was rebuilt from its payment, and what is missing since. */
  rebuiltAt?: Date | null;
  rebuiltWithout?: string | null;
}

/** The facts that the merchant needs to make a refund. */
export interface OrderToRefund extends OrderFacts {
  /** Minor units of `currency`. */
  received: number | null;
  currency: string | null;
  provider: ProviderName;
  remark: string | null;
}

type Facts = readonly Row[];

/** That it was rebuilt. It may have been packed before the backup was restored. */
const rebuiltFacts = ({ rebuiltAt, rebuiltWithout }: OrderToPack): Facts =>
  rebuiltAt
    ? [
        [
          'Rebuilt',
          `From its payment, because the database did not have it. Check whether it was packed before.${rebuiltWithout ? ` Lost: ${rebuiltWithout}.` : ''}`,
        ],
      ]
    : [];

/** The email about a paid or accepted order: what to pack, and where to send it. */
export function merchantPaidEmail(order: OrderToPack, merchant: Merchant): Email {
  const number = orderNumber(order.id);
  const facts: Facts = order.eraseAt
    ? [
        [
          'Customer',
          order.fullName === ''
            ? `Has deleted the account, and the address is erased. ${byOffice(merchant, 'Pay the money back on the page of the order.', `Pay the money back: ${asTyped('orders', `refund ${order.id}`)}`)}`
            : 'Has deleted the account since. The order still has the address.',
        ],
      ]
    : [
        [order.buyerName ? 'Receiver' : 'Customer', order.fullName],
        ['Phone, as typed', order.phone],
        ['Phone', order.phoneE164 ?? 'cannot be read as a number: check it'],
        ['Email', order.email],
        ['Address', [order.address, order.city, order.state, shop.country].join(', ')],
        ...extrasOf(order),
      ];
  return merchantEmail({
    id: `${MERCHANT_EMAIL_PREFIX.paid}${order.id}`,
    merchant,
    title: `Order #${number} ${isUnpaid(order) ? unpaidWords(order) : 'is paid'}`,
    summary: `${units(order)} to pack.${isUnpaid(order) ? ` ${collectWords(order)}` : ''}`,
    order,
    facts: [
      ...rebuiltFacts(order),
      ['Delivery', order.shippingPlace ?? 'No place was chosen'],
      ...facts,
      ...billSums(order),
      ['Payment reference', order.reference],
    ],
    notes: [
      ...(order.check ? [`Check ${order.check}.`] : []),
      ...(order.copy
        ? [
            `Keep this email: if the database of the shop is lost, it brings the order back. ${byOffice(merchant, 'Paste all of it on the page ‘Money without an order’.', `Save it as order.eml: ${asTyped('payments', 'rebuild-from order.eml')}`)}`,
            order.copy,
          ]
        : []),
    ],
  });
}

/** The email about a refund that is due. It contains no personal data: the provider and the order have it. */
export function merchantRefundEmail(order: OrderToRefund, merchant: Merchant): Email {
  const number = orderNumber(order.id);
  return merchantEmail({
    id: `${MERCHANT_EMAIL_PREFIX.refund}${order.id}`,
    merchant,
    title: `Order #${number} needs a refund`,
    summary: 'Money arrived that pays for nothing. Pay it back.',
    order,
    facts: [
      ['Why', order.remark ?? 'Not known'],
      ['Received', receivedWords(order)],
      ['The order was for', money(order.totalKobo)],
      ['Payment reference', order.reference],
    ],
    notes: howToPayBack(order, merchant),
  });
}

/** The email about an order that its customer has cancelled. It contains no personal data. */
export function merchantCancelledEmail(
  order: OrderFacts & Partial<Pick<OrderToRefund, 'received' | 'currency' | 'provider'>>,
  merchant: Merchant,
): Email {
  const { received = null, currency = null, provider } = order;
  const isBack = received !== null && provider !== undefined && paysBack(provider);
  const byYou =
    received !== null && provider !== undefined && !isBack
      ? howToPayBack({ ...order, received, currency, provider, remark: null }, merchant)
      : [];
  return merchantEmail({
    id: `${MERCHANT_EMAIL_PREFIX.cancelled}${order.id}`,
    merchant,
    title: `Order #${orderNumber(order.id)} is cancelled by its customer`,
    summary: `Do not pack it: its units are back in stock.${isBack ? ' The money goes back by itself.' : ''}`,
    order,
    facts: [
      ...(received === null ? [] : [['Received', receivedWords({ received, currency })] as const]),
      ['The order was for', money(order.totalKobo)],
      ['Payment reference', order.reference],
    ],
    notes: byYou,
  });
}

/** Returns how a payment goes back. The provider's refund call is for naira alone. */
function howToPayBack({ id, currency, provider }: OrderToRefund, merchant: Merchant): string[] {
  const byHand = byOffice(
    merchant,
    'If you pay it back by hand, say so on its page.',
    `If you pay it back by hand: ${asTyped('orders', `refunded ${id}`)}`,
  );
  const here = byOffice(
    merchant,
    'Pay it back on its page.',
    `Pay it back: ${asTyped('orders', `refund ${id}`)}`,
  );
  const there = `Refund it in ${wordsOf(provider).dashboard}: it is not in naira.`;
  return [currency === 'NGN' ? here : there, byHand];
}

/** The amount received, in its currency. */
export const receivedWords = ({
  received,
  currency,
}: Pick<OrderToRefund, 'received' | 'currency'>): string =>
  received === null || currency === null ? 'Not known' : amountOf(received, currency);

/** Kobo as '₦5,000'. */
export const money = (kobo: number) => formatNaira(toNaira(kobo));

/** An order that is accepted before it is paid, with the kobo that are still to be paid. */
interface Unpaid {
  dueKobo: number;
}

/** Whether an order is accepted before it is paid. */
export const isUnpaid = <Order extends { dueKobo?: number | null }>(
  order: Order,
): order is Order & Unpaid => order.dueKobo != null;

/** The sums of a bill, below its lines. With a deposit the last one is still to be paid. */
export function billSums(order: KeptSums & { dueKobo?: number | null }): Row[] {
  const rows = (total: string): Row[] =>
    keptRows(order, { fee: 'Shipping', total }).map((row) => [row.label, sumText(row)]);
  if (!isUnpaid(order)) return rows('Total paid');
  const { state } = acceptedWords(toNaira(order.dueKobo));
  return order.dueKobo === order.totalKobo
    ? rows(state)
    : [...rows('Total'), [state, money(order.dueKobo)]];
}

const unpaidWords = ({ dueKobo }: Unpaid) =>
  dueKobo === 0 ? 'costs nothing' : 'is to be paid on delivery';

/** Says to the customer of an accepted order what is to be paid. */
export const openWords = ({ dueKobo }: Unpaid): string => acceptedWords(toNaira(dueKobo)).text;

/** Says to the merchant what the courier has to collect. */
const collectWords = ({ dueKobo }: Unpaid): string =>
  dueKobo === 0 ? 'Nothing is to be paid.' : `Collect ${money(dueKobo)} at the door.`;

const units = ({ items }: OrderFacts): string =>
  counted(
    items.reduce((sum, item) => sum + item.quantity, 0),
    'unit',
  );

/** An email to the merchant about an order. */
export function merchantEmail(parts: {
  id: string;
  merchant: Merchant;
  title: string;
  summary: string;
  order: OrderFacts;
  facts: Facts;
  notes: readonly string[];
}): Email {
  const { id, merchant, title, summary, order, facts, notes } = parts;
  const lines = order.items.map(lineWords);
  return writeEmail({
    id,
    recipient: merchant.recipient,
    subject: title,
    title,
    parts: [{ words: summary }, { list: lines }, { facts }, ...notes.map((words) => ({ words }))],
    closing: allOfOrder(merchant, order.id),
  });
}
