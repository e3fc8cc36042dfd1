import { setTimeout as pause } from 'node:timers/promises';
import { newShopper, pay } from '../../faults/shopper.ts';
import { type Measures, ok } from './calls.ts';

/** Milliseconds that a shopper looks at a page before the next. */
const LOOKS_MS = 250;

/** A customer with an account. */
export interface Customer {
  email: string;
  password: string;
  /** Her network address. */
  address: string;
}

export const json = (address: string) => ({
  'content-type': 'application/json',
  'x-client-address': address,
});

/** Registers a customer, with the code from her email. */
export async function register(
  shop: string,
  code: (email: string) => Promise<string>,
  { email, password, address }: Customer,
): Promise<void> {
  const post = (path: string, body: object) =>
    ok(fetch(shop + path, { method: 'POST', headers: json(address), body: JSON.stringify(body) }));
  const sent = code(email);
  await post('/api/auth/register', { fullName: 'Ada Obi', email, password });
  await post('/api/auth/verify-otp', { email, otp: await sent });
}

/** A visitor after the other, who looks around; each third buys, each fourth logs in. Ends with the signal. */
export async function visit(
  shop: string,
  { timed }: Measures,
  products: readonly string[],
  customer: Customer,
  signal: AbortSignal,
): Promise<void> {
  for (let visits = 0; !signal.aborted; visits++) {
    const id = products[visits % products.length] ?? '';
    const see = async (name: string, path: string) => {
      await timed(name, async () => (await ok(fetch(shop + path))).arrayBuffer());
      await pause(LOOKS_MS);
    };
    await see('page: landing', '/');
    await see('page: list', '/products');
    await see(
      'search',
      `/api/product?search=${encodeURIComponent(id.split('-')[0] ?? '')}&limit=5`,
    );
    await see('page: product', `/products/${id}`);
    await see('live price', `/api/live?ids=${id}`);
    if (visits % 3 === 0) await buy(shop, timed, id);
    if (visits % 4 === 0) await logIn(shop, timed, customer);
  }
}

async function buy(shop: string, timed: Measures['timed'], id: string): Promise<void> {
  const shopper = newShopper(id, 1);
  await timed('order: begin to paid', async () => {
    const begun = await timed('order: initialize', async () => {
      const answer = await shopper.initialize(shop);
      if (typeof answer === 'string' || !('got' in answer)) throw new Error(JSON.stringify(answer));
      return answer.got;
    });
    if (!begun) throw new Error('no page to pay on');
    await pay(begun.page);
    const seen = await timed('order: return page', () => shopper.verify(shop, begun.reference));
    if (!seen || typeof seen === 'string' || !('got' in seen) || seen.got.status !== 'paid') {
      throw new Error(`not paid: ${JSON.stringify(seen)}`);
    }
  });
}

async function logIn(
  shop: string,
  timed: Measures['timed'],
  { email, password, address }: Customer,
): Promise<void> {
  const headers = json(address);
  const session = await timed('log in', async () => {
    const body = JSON.stringify({ email, password });
    const answer = await ok(fetch(`${shop}/api/auth/login`, { method: 'POST', headers, body }));
    return (await answer.json()) as { token: string };
  });
  if (!session) return;
  const authorization = { authorization: `Bearer ${session.token}` };
  await timed('my orders', async () =>
    (await ok(fetch(`${shop}/api/order/my-orders`, { headers: authorization }))).arrayBuffer(),
  );
}
