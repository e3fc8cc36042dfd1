import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { initializeAnswer, verifyAnswer } from '#contract/checkout.ts';
import { post } from '#sandbox/sandbox.harness.ts';
import { orderBody } from '../contract/shop.harness.ts';

/** The visits of shoppers while a machine was updated. */
export interface Load {
  /** Orders that were placed and paid, by what the shop answered. */
  paid: string[];
  pages: number;
  /** Failures, as sentences. */
  failed: string[];
}

interface Asked {
  status: number;
  body: string;
}

/** Asks nginx of a machine, each time on a new connection. */
function ask(site: string, path: string, body?: object): Promise<Asked> {
  const { promise, resolve, reject } = Promise.withResolvers<Asked>();
  const asked = request(new URL(path, site), {
    method: body ? 'POST' : 'GET',
    agent: false,
    rejectUnauthorized: false,
    servername: 'localhost',
    headers: {
      host: 'localhost',
      ...(body && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
    },
  });
  asked.on('error', reject);
  asked.on('response', (response) => {
    text(response).then(
      (said) => resolve({ status: response.statusCode ?? 0, body: said }),
      reject,
    );
  });
  asked.end(body && JSON.stringify(body));
  return promise;
}

interface Sold {
  id: string;
  price: number;
}

/** The least expensive product of a shop. */
async function someProduct(site: string): Promise<Sold> {
  const { body } = await ask(site, '/api/product?page=1&limit=1');
  const product = JSON.parse(body).data?.[0] ?? JSON.parse(body).products?.[0];
  return { id: product.id, price: product.discountedPrice ?? product.price };
}

/** One who places and pays orders all the time, and one who reads pages, until `stop` is called. */
export async function startLoad(site: string): Promise<{ stop(): Promise<Load> }> {
  const load: Load = { paid: [], pages: 0, failed: [] };
  const sold = await someProduct(site);
  let over = false;
  const again = async (what: string, work: () => Promise<void>) => {
    while (!over) {
      await work().catch((error: Error) => load.failed.push(`${what}: ${error.message}`));
      await pause(20);
    }
  };
  const expectOk = (answer: Asked) => {
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.slice(0, 200)}`);
    return answer.body;
  };
  const buyer = again('order', async () => {
    const order = orderBody([[sold.id, sold.price, 1]]);
    const begun = expectOk(await ask(site, '/api/payment/initialize', order));
    const { data } = initializeAnswer.parse(JSON.parse(begun));
    const { status } = await post(data.authorization_url, 'pay');
    if (status !== 303) throw new Error(`The sandbox answered ${status}`);
    const said = expectOk(await ask(site, `/api/payment/verify/${data.reference}`));
    const { payment } = verifyAnswer.parse(JSON.parse(said));
    if (payment.status !== 'paid') throw new Error(`The payment is ${payment.status}`);
    load.paid.push(data.reference ?? '');
  });
  const reader = again('page', async () => {
    for (const path of ['/', '/products', `/products/${sold.id}`, '/api/product?page=1&limit=5']) {
      expectOk(await ask(site, path));
      load.pages++;
    }
  });
  return {
    async stop() {
      over = true;
      await Promise.all([buyer, reader]);
      return load;
    },
  };
}
