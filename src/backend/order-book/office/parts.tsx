/** @jsxImportSource hono/jsx */
import { Badge } from '#backend/office/frame/parts.tsx';
import type { AdminOrder } from '#backend/order-book/admin-orders.ts';
import { goodsState, moneyState, toCollect } from '#backend/order-book/words.ts';
import { readPhone } from '#backend/orders/phone.ts';
import { shop } from '#config/shop.ts';
import { lagosMoment } from '#domain/lagos-date.ts';
import { toNaira } from '#domain/money/money.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { buyerOf } from '#domain/orders/order-extras.ts';
import { acceptedWords } from '#domain/payments/accepted.ts';

const TONES: Readonly<Record<string, 'good' | 'warn' | 'bad'>> = {
  'to pack': 'warn',
  packed: 'warn',
  shipped: 'good',
  delivered: 'good',
  disputed: 'bad',
  'refund due': 'bad',
  'not repaid': 'bad',
  reversed: 'bad',
};

/** The state of an order's goods and money, in the words of the command line. */
export const Standing = ({ order }: { order: AdminOrder }) => {
  const words = [goodsState(order), moneyState(order)].filter(Boolean);
  return (
    <>
      {words.map((word) => (
        <Badge tone={TONES[word] ?? 'plain'}>{word}</Badge>
      ))}
      {order.rebuiltAt && <Badge tone="warn">rebuilt</Badge>}
    </>
  );
};

/** A time, without the year if that is the present one: 'Nov 21, 6:22 PM'. */
export const ShortTime = ({ at }: { at: Date }) => (
  <time datetime={at.toISOString()}>{shortMoment(at)}</time>
);

/** Returns the same as text. */
export function shortMoment(at: Date, now = new Date()): string {
  const [day = '', time = ''] = lagosMoment(at).split(' at ');
  const [month = '', date = '', year = ''] = day.split(/,? /);
  const [, , thisYear] = lagosMoment(now).split(/,? /);
  return `${month.slice(0, 3)}\u00a0${date}${year === thisYear ? '' : ` ${year}`}, ${time}`;
}

/** Returns the customer's name. Erased orders have none. */
export const nameOf = ({ fullName }: { fullName: string }) => fullName || 'Name erased';

/** Returns the destination of a parcel in a few words. */
export const goingTo = ({ shippingPlace, city, state }: AdminOrder) =>
  shippingPlace ?? [city, state].filter(Boolean).join(', ');

/** Returns the small rendition of the shop's own picture; another picture unchanged. */
export const smallPicture = (image: string) =>
  image.replace(/(\/media\/[\w-]+)\/\d+\.\w+$/, '$1/160.webp');

/** Returns the phone number for the shop's calls. The recipient of a gift may not know of it, so then it is the buyer's. */
export const phoneOfBuyer = ({ buyerPhone, phone, phoneE164 }: AdminOrder) =>
  buyerPhone ? { phone: buyerPhone, phoneE164: readPhone(buyerPhone) } : { phone, phoneE164 };

/** Returns a WhatsApp message about the last step, with its button's name. Null before the first step. */
export function readySentence(order: AdminOrder): [button: string, sentence: string] | null {
  const last = order.steps.at(-1);
  if (last?.step === 'packed') return ['packed', 'It is packed, and goes out soon.'];
  if (last?.step === 'shipped') {
    const due = toCollect(order) > 0 ? ` ${acceptedWords(toNaira(toCollect(order))).text}` : '';
    const tracking = last.trackingNumber ? `, tracking number ${last.trackingNumber}` : '';
    return ['on its way', `It is on its way with ${last.courier}${tracking}.${due}`];
  }
  return last?.step === 'delivered' ? ['delivered', 'It was delivered. Thank you!'] : null;
}

/** Returns the WhatsApp address for a message about this order; null if the phone number could not be read. */
export function whatsAppAddress(order: AdminOrder, sentence = ''): string | null {
  const { id } = order;
  const { phoneE164 } = phoneOfBuyer(order);
  if (!phoneE164) return null;
  const words =
    `Hello ${buyerOf(order)}, this is ${shop.name} about your order #${orderNumber(id)}. ${sentence}`.trim();
  return `https://wa.me/${phoneE164.slice(1)}?text=${encodeURIComponent(words)}`;
}
