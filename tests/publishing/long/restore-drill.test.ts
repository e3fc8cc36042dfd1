import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { shippingPlaces } from '#contract/app-data.ts';
import { initializeAnswer, verifyAnswer } from '#contract/checkout.ts';
import { productList } from '#contract/product.ts';
import { post } from '#sandbox/sandbox.harness.ts';
import { orderBody } from '../../contract/shop.harness.ts';
import { type Machine, runOn, startMachine } from '../machine.harness.ts';

/** The sandbox's file. */
const LEDGER = 'paystack-sandbox.jsonl';

const read = async (address: string) => (await fetch(address)).json();

/** Buys the first product in stock. @returns the reference of the payment. */
async function buy({ url }: Machine): Promise<string> {
  const { products } = productList.parse(await read(`${url}/api/product?limit=50`));
  const product = products.find(({ qtyAvailable, discount }) => qtyAvailable > 5 && !discount);
  if (!product) throw new Error('Nothing is in stock');
  const [place] = shippingPlaces.parse(await read(`${url}/api/app-data/shipping-addresses`));
  const body = orderBody([[product.id, product.price, 1]], {
    shippingFee: place?.amount ?? 0,
    shippingLocation: place?.place ?? '',
  });
  const answer = await fetch(`${url}/api/payment/initialize`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { data } = initializeAnswer.parse(await answer.json());
  await post(data.authorization_url, 'pay');
  const reference = data.reference ?? '';
  expect(await statusOf(url, reference)).toBe('paid');
  return reference;
}

async function statusOf(url: string, reference: string): Promise<string | undefined> {
  const answer = await fetch(`${url}/api/payment/verify/${reference}`);
  return answer.ok ? verifyAnswer.parse(await answer.json()).payment.status : undefined;
}

test('a machine is lost, and the shop continues from its backup', {
  timeout: 240_000,
}, async () => {
  const place = await mkdtemp(join(tmpdir(), 'turare-drill-'));
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  const backup = join(place, 'backup.tar.gz');
  const [first, second] = [join(place, 'first'), join(place, 'second')];

  const settings = { ORDER_SEAL_KEY: 'seal'.repeat(8) };
  const lost = await startMachine(first, settings);
  const before = [await buy(lost), await buy(lost)];
  const [, during] = await Promise.all([lost.command('backup', backup), buy(lost)]);
  const after = await buy(lost);
  const page = await (await fetch(`${lost.url}/products`)).text();
  await lost.die();
  // Paystack is elsewhere, and loses nothing.
  await cp(join(first, LEDGER), join(second, LEDGER));
  await rm(first, { recursive: true });

  const printed = await runOn(second, 'restore', backup);
  expect(printed).toContain('The shop is as it was on');
  // At the same address: it is the same shop.
  const { port } = new URL(lost.url);
  const found = await startMachine(second, { ...settings, PORT: port });
  for (const reference of before) expect(await statusOf(found.url, reference)).toBe('paid');
  // It was sold while the backup was written: whole or not at all.
  expect(['paid', 'pending', undefined]).toContain(await statusOf(found.url, during));
  expect(await statusOf(found.url, after)).toBeUndefined();
  const names = (html: string) =>
    [...html.matchAll(/href="\/products\/([^"?#]+)"/g)].map(([, id]) => id);
  expect(names(await (await fetch(`${found.url}/products`)).text())).toEqual(names(page));
  expect(await statusOf(found.url, await buy(found))).toBe('paid');
  await expect(found.command('audit', '--ask-paystack')).rejects.toThrow(after);
  const listed = JSON.parse(await found.command('payments', 'list', '--json')) as {
    reference: string;
  }[];
  for (const { reference } of listed) {
    await found.command('payments', 'rebuild', reference);
    expect(await statusOf(found.url, reference)).toBe('paid');
  }
  expect(await statusOf(found.url, after)).toBe('paid');
  expect(await found.command('audit', '--ask-paystack')).toContain('Nothing wrong');
});
