import type { Product } from '#contract/product.ts';
import { readOrder, readOrders } from '#contract/reading/order.ts';
import { readInitialized, readPayment } from '#contract/reading/payment.ts';
import { toKobo, toNaira } from '#domain/money/money.ts';
import { salePrice } from '#domain/money/price.ts';
import { checkNeedsToken } from './accounts.ts';
import { type Asker, ask, send } from './ask.ts';
import type { Stock } from './catalogue.ts';

const INITIALIZE = 'POST /api/payment/initialize';
const VERIFY = 'GET /api/payment/verify/{reference}';
const MINE = 'GET /api/order/my-orders';
const ORDER = 'GET /api/order/{id}';
const UNKNOWN = 'no-such-reference-0000000000';

const lineOf = (product: Product, price: number) => ({
  productId: product.id,
  name: product.name,
  price,
  image: product.images[0] ?? product.image ?? '',
  quantity: 1,
});

/** Returns the body of POST /api/payment/initialize for one unit of a product, as the site sends it (spec §7). */
export function orderOf(product: Product, place: { place: string; amount: number }, email: string) {
  const price = salePrice(product, Date.now());
  return {
    items: [lineOf(product, price)],
    shippingInfo: {
      fullName: 'Conformance Check',
      email,
      phone: '08030000000',
      address: '1 Test Road',
      city: 'Ikeja',
      state: 'Lagos',
      country: 'Nigeria',
    },
    email,
    totalAmount: toNaira(toKobo(price) + toKobo(place.amount)),
    shippingFee: place.amount,
    shippingLocation: place.place,
  };
}

/** Begins a payment and does not pay it, which leaves a pending order. @returns its reference, if the answer has it. */
export async function checkInitialize(
  asker: Asker,
  { product, place }: Stock,
  { email, token }: { email: string; token: string | undefined },
): Promise<string | undefined> {
  if (!product || !place) {
    asker.findings.row(INITIALIZE).reason = 'There is no product or no place to order with.';
    return undefined;
  }
  const body = orderOf(product, place, email);
  const begun = await ask(asker, INITIALIZE, '/api/payment/initialize', readInitialized, {
    token,
    body,
  });
  if (begun && begun.data.reference === undefined) {
    const remedy = 'The site follows this payment from its return page on. Send data.reference.';
    asker.findings.adapted(INITIALIZE, 'data.reference', 'nothing', 'the reference', remedy);
  }
  return begun?.data.reference;
}

/** Checks that an unknown reference is never paid. */
export async function checkUnknownPayment(asker: Asker): Promise<void> {
  const reply = await send(asker, VERIFY, `/api/payment/verify/${UNKNOWN}`);
  if (!reply) return;
  const { status, json } = reply;
  if (status >= 500) {
    const got = String(status);
    asker.findings.broken(VERIFY, 'status', got, '404 for an unknown reference', 'Answer 404.');
  }
  if (status > 299) return;
  const paid = await ask(asker, VERIFY, `/api/payment/verify/${UNKNOWN}`, readPayment);
  if (paid?.payment.status === 'paid') {
    asker.findings.broken(
      VERIFY,
      'status',
      `paid for '${UNKNOWN}'`,
      '404',
      'Ask the payment provider.',
    );
  } else if (json !== undefined) {
    asker.findings.adapted(
      VERIFY,
      'status',
      `${status} for an unknown reference`,
      '404',
      'The site reads the status of the payment.',
    );
  }
}

/** Checks the state of a payment that has begun. */
export async function checkVerify(asker: Asker, reference: string, token?: string): Promise<void> {
  const path = `/api/payment/verify/${encodeURIComponent(reference)}`;
  const verified = await ask(asker, VERIFY, path, readPayment, { token });
  const told = verified?.payment.reference;
  if (told !== undefined && told !== reference) {
    asker.findings.broken(
      VERIFY,
      'reference',
      told,
      reference,
      'Answer with the payment that was asked for.',
    );
  }
}

/** Checks the orders of a customer. @returns the reference of the newest one. */
export async function checkOrders(
  asker: Asker,
  token: string | undefined,
): Promise<string | undefined> {
  await checkNeedsToken(asker, MINE, '/api/order/my-orders');
  if (token === undefined) return undefined;
  const orders = await ask(asker, MINE, '/api/order/my-orders', readOrders, { token });
  const [newest] = orders ?? [];
  if (!newest) {
    asker.findings.row(ORDER).reason = 'The customer has no order.';
    return undefined;
  }
  const path = `/api/order/${encodeURIComponent(newest._id)}`;
  await checkNeedsToken(asker, ORDER, path);
  const order = await ask(asker, ORDER, path, readOrder, { token });
  if (order && order._id !== newest._id) {
    asker.findings.broken(
      ORDER,
      '_id',
      order._id,
      newest._id,
      'Answer with the order that was asked for.',
    );
  }
  return newest.paymentReference || undefined;
}
