import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { accountOf, tokenOf } from './accounts.ts';
import { newId, type Order, type OrderItem, type State, type StoredProduct } from './state.ts';

const NEEDED = ['fullName', 'email', 'phone', 'address', 'city', 'state'];

/**
 * The calls of the checkout.
 * @param payUrl - the origin of the payment page.
 * @param site - where the payment page sends shoppers back to; by default the site that asked.
 */
export function payments(state: State, payUrl: string, site?: string): Hono {
  const app = new Hono();
  app.post('/api/payment/initialize', async (c) => {
    const asked = await c.req.json();
    const refusal = refusalOf(state, asked);
    if (refusal) return c.json({ message: refusal.message }, refusal.status);
    const half = () => randomBytes(8).toString('hex');
    const order: Order = {
      _id: newId(),
      createdAt: new Date().toISOString(),
      status: 'pending',
      totalAmount: asked.totalAmount,
      shippingFee: asked.shippingFee,
      email: asked.email,
      paymentReference: [half(), half()].join(state.rules.referenceSign),
      items: asked.items,
      shippingInfo: asked.shippingInfo,
      account: accountOf(state, tokenOf(c.req.header('authorization')))?.id,
      returnTo: `${site ?? c.req.header('origin') ?? ''}/payment/callback`,
    };
    state.orders.push(order);
    return c.json({ data: { authorization_url: `${payUrl}/pay/${order.paymentReference}` } });
  });

  app.get('/api/payment/verify/:reference', (c) => {
    const order = state.order(c.req.param('reference'));
    if (!order) return c.json({ message: 'Transaction not found' }, 404);
    const [first_name = '', ...rest] = (order.shippingInfo.fullName ?? '').split(' ');
    return c.json({
      payment: {
        status: order.status,
        reference: order.paymentReference,
        email: order.email,
        amount: order.totalAmount,
        channel: 'card',
        ...(order.paidAt && { paidAt: order.paidAt }),
        customer: {
          first_name,
          last_name: rest.join(' '),
          email: order.email,
          phone: order.shippingInfo.phone,
        },
      },
    });
  });
  return app;
}

interface Asked {
  items?: OrderItem[];
  shippingInfo?: Record<string, string>;
  email?: string;
  totalAmount?: number;
  shippingFee?: number;
}

function refusalOf(
  state: State,
  { items = [], shippingInfo = {}, email, totalAmount, shippingFee = 0 }: Asked,
): { status: 400 | 409; message: string } | undefined {
  if (items.length === 0) return { status: 400, message: 'Your cart is empty' };
  const missing = NEEDED.find((name) => !shippingInfo[name]);
  if (missing || !email) return { status: 400, message: `${missing ?? 'email'} is required` };
  if (!state.places.some(({ amount }) => amount === shippingFee)) {
    return { status: 400, message: 'We do not deliver for this shipping fee' };
  }
  let sum = shippingFee;
  for (const { productId, name, price, quantity } of items) {
    const product = state.product(productId);
    if (!product) return { status: 409, message: `${name} is no longer sold` };
    if (product.qtyAvailable < quantity) {
      return { status: 409, message: `Only ${product.qtyAvailable} of ${name} left` };
    }
    if (priceNow(product) !== price) {
      return { status: 409, message: `The price of ${name} has changed` };
    }
    sum += price * quantity;
  }
  if (sum !== totalAmount) return { status: 400, message: 'The total amount is wrong' };
  return undefined;
}

/** Returns the price of a product today (spec §9), in naira. */
export function priceNow({ price, discount }: StoredProduct): number {
  if (!discount || (discount.expiresAt && Date.parse(discount.expiresAt) <= Date.now())) {
    return price;
  }
  const off = discount.type === 'fixed' ? discount.amount : (price * discount.amount) / 100;
  return Math.max(0, price - off);
}

/** Records what the payment provider reports about an order. A paid order takes its units out of the stock, once. */
export function settle(state: State, order: Order, status: Order['status']): void {
  if (order.status === 'paid') return;
  order.status = status;
  if (status !== 'paid') return;
  order.paidAt = new Date().toISOString();
  for (const { productId, quantity } of order.items) {
    const product = state.product(productId);
    if (!product) continue;
    product.qtyAvailable = Math.max(0, product.qtyAvailable - quantity);
    product.soldCount += quantity;
  }
}
