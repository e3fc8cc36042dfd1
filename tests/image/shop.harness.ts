import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createSandbox } from '#sandbox/sandbox.ts';
import { freePorts } from '#scripts/test/ports.ts';
import { openCable } from '../failover/cable.ts';
import { type MailServer, startMailServer } from '../faults/mail-server.ts';
import { PRICE } from '../faults/shopper.ts';
import { makeCertificate } from '../hosting/certificate.ts';
import type { Container } from './container.ts';

export const PRODUCT = 'oud';
const CATALOGUE = `id,name,brand,price,description,categories,stock
${PRODUCT},Oud,Test House,${PRICE},About Oud.,Unisex,5000
`;
const KEY = 'sk_test_of_the_image';

/** The outside world of a shop, and its public address. */
export interface World extends AsyncDisposable {
  mail: MailServer;
  /** The public address of the shop, whichever container answers there, as behind a supervisor's proxy. */
  url: string;
  /** Points the address at a container. */
  leadTo(container: Container): void;
  /** A new folder for /storage. */
  storage(): Promise<string>;
  /** The settings of a new container, with ports of its own. */
  settings(): Promise<Record<string, string>>;
}

/** Opens Paystack's sandbox over TLS, as production requires, a mail server, and a proxy. */
export async function openWorld(): Promise<World> {
  const stack = new AsyncDisposableStack();
  const mail = await startMailServer();
  stack.defer(() => mail.close());
  const folder = await mkdtemp(join(tmpdir(), 'turare-image-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  await makeCertificate(folder);
  const file = (name: string) => readFile(join(folder, name));

  const cable = await openCable();
  stack.defer(() => cable.close());
  const url = `http://127.0.0.1:${cable.port}`;

  let answer: RequestListener = () => {};
  const pages = createServer((request, response) => answer(request, response));
  const publicUrl = await listening(stack, pages);
  const sandbox = createSandbox({
    secretKey: KEY,
    publicUrl,
    webhookUrl: `${url}/api/payment/webhook`,
    smallestKobo: 1,
  });
  stack.defer(() => sandbox.close());
  answer = getRequestListener(sandbox.app.fetch);
  const tls = createTlsServer(
    { key: await file('privkey.pem'), cert: await file('fullchain.pem') },
    answer,
  );
  const paystack = (await listening(stack, tls)).replace('http:', 'https:');

  return {
    mail,
    url,
    leadTo: (container) => {
      cable.target = Number(new URL(container.url).port);
    },
    async storage() {
      const made = await mkdtemp(join(folder, 'storage-'));
      await copyFile(join(folder, 'fullchain.pem'), join(made, 'paystack.pem'));
      await writeFile(join(made, 'products.csv'), CATALOGUE);
      return made;
    },
    async settings() {
      const first = await freePorts(3);
      return {
        SITE_URL: 'https://shop.example',
        PAYSTACK_SECRET_KEY: KEY,
        TEST_PAYMENTS: 'yes',
        PAYSTACK_URL: paystack,
        PAYSTACK_PAGE_HOSTS: new URL(publicUrl).host,
        PUBLIC_PAYMENT_HOSTS: new URL(publicUrl).host,
        SMALLEST_PAYMENT_KOBO: '1',
        PAYSTACK_PAUSE_MS: '0',
        NODE_EXTRA_CA_CERTS: '/storage/paystack.pem',
        SMTP_URL: mail.url,
        MERCHANT_EMAIL: 'bola@shop.example',
        HTTP_PORT: String(first),
        HTTPS_PORT: String(first + 1),
        PORT: String(first + 2),
      };
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Gives a new shop a product, and a place that it delivers to. */
export async function fill(container: Container): Promise<void> {
  await container.exec('turare', 'run', 'catalogue', '--', 'import', '/storage/products.csv');
  const place = ['set', 'Lagos – Ikeja', 'amount=3000', 'state=Lagos'];
  await container.exec('turare', 'run', 'shipping', '--', ...place);
}

async function listening(stack: AsyncDisposableStack, server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stack.defer(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
