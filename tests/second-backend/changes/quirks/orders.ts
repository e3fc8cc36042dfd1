import type { Call } from '../calls.ts';
import { asText, type Fields, having, rows, under, whole, without } from '../edits.ts';
import type { Quirk } from './quirk.ts';

const ORDER: Call = 'GET /api/order/{id}';
const ORDERS: Call = 'GET /api/order/my-orders';

/** Makes an order's `productId` the product, as a document database does that populates references. */
const populated = (order: Fields) => {
  for (const item of order.items as Fields[]) {
    item.productId = { _id: item.productId, name: item.name, price: item.price };
  }
};

/** What the order pages read. */
export const ORDER_QUIRKS: readonly Quirk[] = [
  { name: 'an order in order', call: ORDER, visit: 'orders', apply: under('order') },
  { name: 'an order in data', call: ORDER, visit: 'orders', apply: under('data') },
  { name: 'orders in orders', call: ORDERS, visit: 'orders', apply: under('orders') },
  { name: 'orders in data', call: ORDERS, visit: 'orders', apply: under('data') },
  { name: 'populated products in an order', call: ORDER, visit: 'orders', apply: whole(populated) },
  { name: 'populated products in orders', call: ORDERS, visit: 'orders', apply: rows(populated) },
  {
    name: 'an order without a shipping fee',
    call: ORDER,
    visit: 'orders',
    apply: whole(without('shippingFee')),
  },
  {
    name: 'orders without a shipping fee',
    call: ORDERS,
    visit: 'orders',
    apply: rows(without('shippingFee')),
  },
  {
    name: 'a total that is a string',
    call: ORDER,
    visit: 'orders',
    apply: whole(asText('totalAmount')),
  },
  {
    name: 'a status that the spec does not know',
    call: ORDER,
    visit: 'orders',
    apply: whole(having('status', 'dispatched')),
  },
];
