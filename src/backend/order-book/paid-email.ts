import type { Email } from '#backend/mail/email.ts';
import { orderEmail } from '#backend/mail/order-email.ts';
import { billSums, isUnpaid, lineWords, openWords } from '#backend/orders/merchant-emails.ts';
import { type SampleCode, sampleParts } from '#backend/promotions/sample-parts.ts';
import { shop } from '#config/shop.ts';
import type { DeliveryDates } from '#domain/delivery/promise.ts';
import { arrivalWords, expectedWords } from '#domain/delivery/words.ts';
import { formatNaira, toNaira } from '#domain/money/money.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { type ExtraColumns, extrasOf } from '#domain/orders/order-extras.ts';
import type { KeptPromotion } from '#domain/promotions/kept.ts';

/** The beginning of these emails' ids. The order's id follows. */
export const ORDER_PAID_EMAIL_PREFIX = 'paid:';

/** The contents of the confirmation of an order. Amounts in kobo. */
export interface PaidOrder extends Partial<ExtraColumns> {
  id: string;
  reference: string;
  email: string;
  fullName: string;
  address: string;
  city: string;
  state: string;
  shippingPlace: string | null;
  /** The dates of arrival, if any could be promised. */
  delivery: DeliveryDates | null;
  feeKobo: number;
  totalKobo: number;
  discountKobo: number;
  promotion: KeptPromotion | null;
  /** Kobo that are still to be paid for one that is accepted before. Null or absent for one that is paid. */
  dueKobo?: number | null;
  /** When the order was rebuilt from its payment, and what is missing since then. */
  rebuiltAt?: Date | null;
  rebuiltWithout?: string | null;
  /** The absolute address that shows this order. Contains its secret. */
  link: string;
  /** The absolute address of the page on returns. */
  returns: string;
  /** The origin of the site. */
  site: string;
  /** The discounts that its samples give on a bottle. */
  sampleCodes: readonly SampleCode[];
  /** `picture`: an absolute address. */
  items: readonly {
    name: string;
    quantity: number;
    facts?: string | null;
    priceKobo: number;
    picture?: string | undefined;
  }[];
}

const money = (kobo: number) => formatNaira(toNaira(kobo));

/** Returns the email that confirms an order which is paid, or is accepted before that. Each order is confirmed once. */
export function orderPaidEmail(order: PaidOrder): Email {
  const number = orderNumber(order.id);
  const subject = `Your ${shop.name} order #${number} is confirmed`;
  const lines = order.items.map(
    (item) => [lineWords(item), money(item.priceKobo * item.quantity), item.picture] as const,
  );
  const receiver = order.buyerName ? `${order.fullName}, ` : '';
  const place = `${receiver}${order.address}, ${order.city}, ${order.state}, ${shop.country}`;
  const [dispatch = ''] = shop.deliveryPolicy;
  const { delivery } = order;
  const arrival = delivery && [
    `${arrivalWords(delivery, order.shippingPlace ?? '')}.`,
    expectedWords(delivery),
  ];

  return orderEmail(order, {
    id: `${ORDER_PAID_EMAIL_PREFIX}${order.id}`,
    subject,
    title: 'Your order is confirmed',
    parts: [
      {
        words: isUnpaid(order)
          ? `Thank you for your order. Order #${number} is confirmed. ${openWords(order)}`
          : `Thank you for your purchase. Your payment has arrived and order #${number} is confirmed.`,
      },
      ...(order.rebuiltAt
        ? [
            {
              words: `You may have had this email before. We restored our records from a backup, and rebuilt your order from your payment. You have paid once, and will receive everything once. The link below is new; an earlier one no longer works.`,
            },
          ]
        : []),
      ...(order.rebuiltWithout
        ? [
            {
              words: `Some details are lost: ${order.rebuiltWithout}. Please reply to this email if anything below is missing or wrong.`,
            },
          ]
        : []),
      { bill: lines, sums: billSums(order) },
      {
        facts: [['Going to', place], ...extrasOf(order), ['Payment reference', order.reference]],
      },
      ...sampleParts(order),
      ...(arrival ? [{ words: arrival.filter(Boolean).join(' ') }] : []),
      { words: [{ text: `See your order #${number}`, href: order.link }] },
      { words: 'Anybody with this link can see the order. Keep it to yourself.' },
      { words: dispatch },
      {
        words: [
          'If anything arrives wrong, we put it right: ',
          { text: 'Returns and refunds', href: order.returns },
        ],
      },
    ],
  });
}
