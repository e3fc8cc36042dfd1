import type { Payment } from '#contract/checkout.ts';
import type { Order } from '#contract/order.ts';
import { orderTotal } from '#domain/orders/cart-lines.ts';
import { NOW } from '../state.ts';
import { customer, longNamed } from './people.ts';
import { longText, oudWood, productById, products } from './products.ts';

const shippingInfo = {
  fullName: customer.fullName,
  email: customer.email,
  phone: '0803 123 4567',
  address: '12 Awolowo Road',
  city: 'Eti-Osa',
  state: 'Lagos',
  country: 'Nigeria' as const,
};

const line = ({ id, name, price, images }: (typeof products)[number], quantity = 1) => ({
  productId: id,
  name,
  price,
  image: images[0] ?? '',
  quantity,
});

function orderOf(id: string, change: Partial<Order>): Order {
  const items = change.items ?? [line(oudWood)];
  const shippingFee = change.shippingFee ?? 3000;
  return {
    _id: id,
    createdAt: '2026-11-19T15:42:00.000Z',
    status: 'paid',
    totalAmount: orderTotal(items, shippingFee),
    shippingFee,
    email: customer.email,
    paymentReference: `TUR-${id}-4f1c9a7b2e6d`,
    paidAt: '2026-11-19T15:44:00.000Z',
    items,
    shippingInfo,
    ...change,
  };
}

const unpaid = { paidAt: null };
const khamrah = productById('amouage-interlude-man');

export const paidOrder = orderOf('order-k7m2q', {
  items: [line(oudWood, 2), line(khamrah)],
  delivery: { from: '2026-11-23', to: '2026-11-23', place: 'Lagos – Island' },
});
/** An order of a sample, whose price comes off the bottle. */
export const sampledOrder = orderOf('order-s4mpl', {
  sampleCodes: [
    {
      code: 'SAMPLE-7KQ2M9XWTR',
      discount: 4500,
      name: oudWood.name,
      productId: oudWood.id,
      endsAt: '2026-12-19T22:59:59.999Z',
    },
  ],
});
/** An order on its way, partly refunded. */
export const shippedOrder = orderOf('order-sh1pd', {
  items: [line(oudWood, 2), line(khamrah)],
  fulfilment: {
    steps: [
      { step: 'packed', at: '2026-11-20T08:12:00.000Z' },
      {
        step: 'shipped',
        at: '2026-11-20T10:40:00.000Z',
        courier: 'GIG Logistics',
        trackingNumber: 'GIG-2026-1120-004417',
      },
    ],
    refunds: [
      { amount: 12_500, status: 'paid_back', at: '2026-11-21T09:00:00.000Z' },
      { amount: 1500.5, status: 'under_way', at: '2026-11-21T16:20:00.000Z' },
    ],
  },
});
/** An order that was delivered and sent back, with the longest courier and tracking texts. */
export const returnedOrder = orderOf('order-r3trn', {
  fulfilment: {
    steps: [
      { step: 'packed', at: '2026-11-20T08:12:00.000Z' },
      {
        step: 'shipped',
        at: '2026-11-20T10:40:00.000Z',
        courier: 'The rider of the motor park at Ojota who also serves Ketu and Mile 12',
        trackingNumber: 'A1B2C3D4E5F6A7B8C9D0E1F2A3B4C5',
      },
      { step: 'delivered', at: '2026-11-20T15:05:00.000Z' },
      { step: 'returned', at: '2026-11-22T11:30:00.000Z' },
    ],
    refunds: [{ amount: 348_000, status: 'under_way', at: '2026-11-22T11:45:00.000Z' }],
  },
});
/** One pixel. */
const PICTURE = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const asked = {
  id: 1,
  at: '2026-11-21T09:00:00.000Z',
  items: [{ item: 0, quantity: 1 }],
  reason: 'broken',
  wish: 'money',
  words: 'The pump is broken, and half of it has leaked into the box.',
  pictures: [PICTURE],
} as const;
type Asked = NonNullable<Order['returns']>['asked'][number];
/** Returns an order of which goods can be returned, with these requests. */
export const withReturns = (...requests: Partial<Asked>[]): Order => ({
  ...paidOrder,
  returns: {
    until: '2026-11-27T15:05:00.000Z',
    opened: false,
    courierPaidBy: 'customer',
    left: requests.length > 0 ? [1, 1] : [2, 1],
    asked: requests.map((each, at) => ({
      ...asked,
      items: [...asked.items],
      pictures: [...asked.pictures],
      state: 'asked',
      ...each,
      id: at + 1,
    })),
  },
});
export const pendingOrder = orderOf('order-p3nd9', { ...unpaid, status: 'pending' });
export const failedOrder = orderOf('order-fa11d', { ...unpaid, status: 'failed' });
export const cancelledOrder = orderOf('order-ca9ce', { ...unpaid, status: 'cancelled' });

/** 40 characters. */
const LONG_STATE = 'Federal Capital Territory (Abuja, North)';
const LONG_AREA = 'Abuja Municipal Area Council, North-West';

/** An order with the longest values: names, a state and an LGA of 40 characters, sums with kobo. */
export const longOrder = orderOf('order-l0ng5', {
  items: [
    { ...line(longText, 99), price: 1_234_567.5 },
    line(oudWood, 2),
    line(khamrah),
    ...products.slice(3, 7).map((product) => line(product)),
  ],
  shippingFee: 5500.5,
  email: longNamed.email,
  shippingInfo: {
    ...shippingInfo,
    fullName: longNamed.fullName,
    email: longNamed.email,
    phone: '+234 (0) 803 123 4567, after six in the evening',
    address:
      'Flat 12, Block C, Heritage Court Extension, 148 Obafemi Awolowo Way, behind the Total filling station, opposite the second gate',
    city: LONG_AREA,
    state: LONG_STATE,
  },
});

export const manyOrders = [
  paidOrder,
  pendingOrder,
  failedOrder,
  cancelledOrder,
  longOrder,
  ...Array.from({ length: 7 }, (_, index) =>
    orderOf(`order-older${index}`, {
      createdAt: `2026-0${9 - index}-14T11:20:00.000Z`,
      items: products.slice(index, index * 2 + 1).map((product) => line(product)),
    }),
  ),
];

const payment: Payment = {
  status: 'paid',
  reference: paidOrder.paymentReference,
  email: customer.email,
  amount: paidOrder.totalAmount,
  channel: 'bank_transfer',
  paidAt: '2026-11-21T09:58:00.000Z',
  customer: {
    first_name: 'Ngozi',
    last_name: 'Okonkwo',
    email: customer.email,
    phone: '+2348031234567',
  },
};

const pending = { ...payment, status: 'pending', paidAt: null, customer: null } as const;
const account = {
  bank: 'Titan Trust Bank',
  accountNumber: '1260257501',
  accountName: 'PAYSTACK TURARE',
  amount: payment.amount,
  expiresAt: new Date(NOW + 3_600_000).toISOString(),
};

const ownAccount = {
  ...account,
  bank: 'First Bank of Nigeria',
  accountName: 'TURARE LIMITED',
  narration: 'K7M2Q',
  expiresAt: new Date(NOW + 3 * 86_400_000).toISOString(),
};

/** The answer of the verify call. */
export const payments = {
  paid: payment,
  long: {
    ...payment,
    amount: 1_234_567.5,
    email: longNamed.email,
    reference: 'TUR-a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8a9b0c1d2e3f4a5b6c7d8e9f0a1b2',
    customer: {
      first_name: longNamed.fullName.split(' ')[0],
      last_name: longNamed.fullName.split(' ')[1],
      email: longNamed.email,
      phone: '+2348031234567',
    },
  },
  pending,
  transfer: { ...pending, transfer: account },
  'transfer-wrong': { ...pending, transfer: { ...account, rejected: 40_000 } },
  bank: { ...pending, ownAccount: true, transfer: ownAccount },
  'bank-short': { ...pending, ownAccount: true, transfer: { ...ownAccount, arrived: 40_000 } },
  'bank-refund': {
    ...payment,
    status: 'cancelled',
    paidAt: null,
    ownAccount: true,
    refundNeeded: true,
  },
  'transfer-ended': { ...pending, transfer: { ...account, expiresAt: '2026-01-01T00:00:00.000Z' } },
  placed: { ...pending, accepted: true, due: payment.amount, channel: 'Pay on delivery' },
  'placed-free': { ...pending, accepted: true, amount: 0, due: 0, channel: 'Nothing to pay' },
  'placed-ended': { ...pending, status: 'cancelled', due: 0, channel: 'Pay on delivery' },
  failed: { ...payment, status: 'failed', paidAt: null },
  cancelled: { ...payment, status: 'cancelled', paidAt: null },
  refund: { ...payment, status: 'failed', paidAt: null, refundNeeded: true },
} satisfies Record<string, Payment>;
