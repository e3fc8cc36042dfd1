import type { Order } from '#contract/order.ts';
import { toKobo, toNaira } from '#domain/money/money.ts';
import { eachExtra, readFlag } from '#domain/orders/order-extras.ts';
import { note, type Reader, under } from './reader.ts';
import { isRecord } from './record.ts';
import {
  day,
  hasAny,
  inEnvelope,
  isTrue,
  naira,
  nullish,
  optional,
  orElse,
  rows,
  shape,
  text,
  textOrEmpty,
  time,
  whole,
  word,
} from './values.ts';

const said = orElse(textOrEmpty(500), '');

/** Reads an item. Some backends put the product in place of its id. */
const item: Reader<Order['items'][number]> = (value, at) => {
  const product = isRecord(value) ? value.productId : undefined;
  if (!isRecord(value) || !isRecord(product)) return plainItem(value, at);
  const { name, price, images } = product;
  const [image] = Array.isArray(images) ? images : [];
  const own = Object.entries(value).filter(([, given]) => given !== undefined);
  const filled = { name, price, image, ...Object.fromEntries(own) };
  const productId = product._id ?? product.id;
  return plainItem({ ...filled, productId: note(product, at, 'productId as text', productId) }, at);
};

const plainItem = shape(
  {
    // A product may be deleted later; its line stays.
    productId: orElse(textOrEmpty(200), ''),
    name: orElse(text(), 'A product'),
    price: naira,
    image: orElse(textOrEmpty(2000), '', true),
    quantity: whole(1, 1000),
    facts: optional(text(300)),
  },
  { productId: ['product', '_id'] },
);

/** Reads the history of the goods (extension order.fulfilment). Leaves out what is unreadable. */
const fulfilment: Reader<NonNullable<Order['fulfilment']>> = shape({
  steps: rows(
    shape({ step: text(40), at: time, courier: nullish(text()), trackingNumber: nullish(text()) }),
  ),
  refunds: rows(shape({ amount: naira, status: word(['under_way', 'paid_back']), at: time })),
});

/** Reads the promised dates (extension order.delivery). Unreadable dates are not a promise. */
const delivery: Reader<NonNullable<Order['delivery']>> = shape({
  from: day,
  to: day,
  place: nullish(text(200)),
  expected: optional(shape({ name: text(60), day })),
});

/** Reads the discount by promotions (extension order.promotion). */
const promotion: Reader<NonNullable<Order['promotion']>> = shape({
  label: text(200),
  code: optional(text(200)),
  discount: naira,
  applied: optional(
    rows(
      shape({
        label: text(200),
        code: optional(text(40)),
        amount: naira,
        delivery: (value): boolean | undefined => value === true || undefined,
      }),
    ),
  ),
});

/** Reads the discounts of its samples on bottles (extension order.sampleCodes). Leaves out what is unreadable. */
const sampleCodes: Reader<NonNullable<Order['sampleCodes']>> = rows(
  shape({ code: text(40), discount: naira, name: text(), productId: text(200), endsAt: time }),
);

const units: Reader<{ item: number; quantity: number }[]> = rows(
  shape({ item: whole(0, 1000), quantity: whole(1, 1000) }),
);

/** Reads the returns of an order (extension order.return). Leaves out a request that is unreadable. */
const returns: Reader<NonNullable<Order['returns']>> = shape({
  left: rows(whole(0, 1000)),
  until: nullish(time),
  opened: orElse((value): boolean => value === true, false, true),
  courierPaidBy: orElse(word(['customer', 'shop']), 'customer'),
  asked: rows(
    shape({
      id: whole(1, Number.MAX_SAFE_INTEGER),
      at: time,
      items: units,
      reason: text(40),
      wish: text(40),
      words: orElse(textOrEmpty(2000), ''),
      state: word(['asked', 'accepted', 'refused', 'received', 'ended']),
      answer: nullish(text(2000)),
      exchange: nullish(text(40)),
      pictures: rows(text(100_000)),
    }),
  ),
});

const optionalFlag: Reader<string | undefined> = (value) => readFlag(value) || undefined;

const fields = shape(
  {
    _id: text(200),
    createdAt: orElse(time, ''),
    status: orElse(text(40), 'pending'),
    totalAmount: optional(naira),
    shippingFee: optional(naira),
    email: said,
    paymentReference: said,
    paidAt: nullish(time),
    accepted: isTrue,
    due: optional(naira),
    ownAccount: isTrue,
    cancellable: isTrue,
    channel: optional(text(40)),
    items: rows(item),
    shippingInfo: shape({
      fullName: said,
      email: said,
      phone: said,
      address: said,
      city: said,
      state: said,
      country: (): 'Nigeria' => 'Nigeria',
      ...eachExtra(({ flag }) => (flag ? optionalFlag : optional(text(500)))),
    }),
    fulfilment: optional(fulfilment),
    delivery: optional(delivery),
    promotion: optional(promotion),
    sampleCodes: optional(sampleCodes),
    returns: optional(returns),
  },
  { _id: ['id'] },
);

/** Reads an order. If the total or the fee is missing, it follows from the other and the items. */
const order: Reader<Order> = (value, at) => {
  const { totalAmount, shippingFee, ...rest } = fields(value, at);
  const goods = rest.items.reduce((sum, line) => sum + toKobo(line.price) * line.quantity, 0);
  const fee = (total: number) =>
    note(
      shippingFee,
      under(at, 'shippingFee'),
      'naira',
      toNaira(Math.max(0, toKobo(total) - goods)),
    );
  const total = (paid: number) =>
    note(totalAmount, under(at, 'totalAmount'), 'naira', toNaira(goods + toKobo(paid)));
  const known = totalAmount ?? total(shippingFee ?? 0);
  return { ...rest, totalAmount: known, shippingFee: shippingFee ?? fee(known) };
};

/** Reads the answer of GET /api/order/{id}. */
export const readOrder: Reader<Order> = inEnvelope(
  ['', 'order', 'data.order', 'data'],
  hasAny('items', 'totalAmount'),
  order,
);

/** Reads the answer of GET /api/order/my-orders. */
export const readOrders: Reader<Order[]> = inEnvelope(
  ['', 'orders', 'data.orders', 'data'],
  Array.isArray,
  rows(order),
);
