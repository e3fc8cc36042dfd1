import { store } from '#config/store.ts';
import { formatNaira, toNaira } from '#domain/money.ts';
import { orderNumber } from '#domain/order.ts';
import { escapeHtml, type Letter, letterPage } from './letter.ts';

/** How the ids of these letters begin; the order's id follows. */
export const ORDER_PAID_MAIL = 'paid:';

/** What the confirmation tells of an order; sums in kobo. */
export interface PaidOrder {
  id: string;
  reference: string;
  email: string;
  fullName: string;
  address: string;
  city: string;
  state: string;
  shippingPlace: string | null;
  feeKobo: number;
  totalKobo: number;
  /** Absolute address that shows this one order, with its secret. */
  link: string;
  items: { name: string; quantity: number; priceKobo: number }[];
}

const money = (kobo: number) => formatNaira(toNaira(kobo));

/** The letter that confirms a paid order; the same order is confirmed once. */
export function orderPaidLetter(order: PaidOrder): Letter {
  const number = orderNumber(order.id);
  const subject = `Your ${store.name} order #${number} is confirmed`;
  const lines = order.items.map(
    (item) => [`${item.quantity} × ${item.name}`, money(item.priceKobo * item.quantity)] as const,
  );
  const sums = [
    ['Shipping', money(order.feeKobo)],
    ['Total paid', money(order.totalKobo)],
  ] as const;
  const place = `${order.address}, ${order.city}, ${order.state}, ${store.country}`;
  const [dispatch = ''] = store.deliveryPolicy;
  const contact = `Questions? Call ${store.phone.label} or write to ${store.email}. Please name order #${number}.`;

  const text = [
    `Hello ${order.fullName},`,
    '',
    `Thank you for your purchase. Your payment has arrived and order #${number} is confirmed.`,
    '',
    ...[...lines, ...sums].map(([what, sum]) => `${what}: ${sum}`),
    '',
    `Going to: ${place}`,
    `Payment reference: ${order.reference}`,
    '',
    `See your order: ${order.link}`,
    'Whoever has this link sees the order. Keep it to yourself.',
    '',
    dispatch,
    '',
    contact,
  ].join('\n');

  const row = ([what, sum]: readonly [string, string]) =>
    `<tr><td style="padding:6px 0">${escapeHtml(what)}</td><td style="padding:6px 0;text-align:right;white-space:nowrap">${sum}</td></tr>`;
  const html = letterPage(
    'Your order is confirmed',
    `<p>Hello ${escapeHtml(order.fullName)},</p>
<p>Thank you for your purchase. Your payment has arrived and order #${number} is confirmed.</p>
<table style="width:100%;border-collapse:collapse;margin:20px 0">${lines.map(row).join('')}${sums.map(row).join('')}</table>
<p>Going to: ${escapeHtml(place)}<br>Payment reference: ${escapeHtml(order.reference)}</p>
<p><a href="${escapeHtml(order.link)}">See your order</a><br>Whoever has this link sees the order. Keep it to yourself.</p>
<p>${escapeHtml(dispatch)}</p>`,
    escapeHtml(contact),
  );
  return { id: `${ORDER_PAID_MAIL}${order.id}`, recipient: order.email, subject, text, html };
}
