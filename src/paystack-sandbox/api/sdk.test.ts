import { createPaystack, verifyPaystackWebhookSignature } from '@alexasomba/paystack-node';
import { PaystackClient } from 'paystack-sdk-node';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { press, SECRET_KEY, startReceiver, startSandbox } from '#sandbox/sandbox.harness.ts';

/** Two SDKs by other authors work with the sandbox as they are. */

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let shop: Awaited<ReturnType<typeof startReceiver>>;
beforeEach(async () => {
  shop = await startReceiver();
  sandbox = await startSandbox({ webhookUrl: `${shop.url}/webhook`, transferDelayMs: 1000 });
});
afterEach(async () => {
  await sandbox.close();
  await shop.close();
});

const callback_url = 'http://127.0.0.1:4321/payment/callback';

describe('@alexasomba/paystack-node', () => {
  const sdk = () => createPaystack({ secretKey: SECRET_KEY, baseUrl: sandbox.url });

  test('initialize, Pay now, verify, list', async () => {
    const { data: started } = await sdk().transaction_initialize({
      body: { email: 'ada@example.com', amount: 4_500_000, reference: 'order-1', callback_url },
    });
    expect(started?.data.reference).toBe('order-1');
    const before = await sdk().transaction_verify({ params: { path: { reference: 'order-1' } } });
    expect(before.data?.data.status).toBe('abandoned');

    const back = await press(started?.data.authorization_url ?? '', 'Pay now');
    expect(back.status).toBe(303);
    expect(back.headers.get('location')).toBe(`${callback_url}?trxref=order-1&reference=order-1`);

    const { data: verified } = await sdk().transaction_verify({
      params: { path: { reference: 'order-1' } },
    });
    expect(verified?.data).toMatchObject({
      status: 'success',
      amount: 4_500_000,
      requested_amount: 4_500_000,
      currency: 'NGN',
      channel: 'card',
      domain: 'test',
    });
    const listed = await sdk().transaction_list();
    expect(listed.data?.data.map((entry) => entry.reference)).toEqual(['order-1']);
  });

  test('accepts the signature of our webhook, but not of a changed body', async () => {
    const { data } = await sdk().transaction_initialize({
      body: {
        email: 'ada@example.com',
        amount: 100,
        // The SDK's types know no field of an object that Paystack leaves open.
        metadata: { name: 'Adébáyọ̀ 🌸', note: 'ọmọ “ẹ̀kọ́”  ' } as never,
      },
    });
    await press(data?.data.authorization_url ?? '', 'Pay now');
    const [webhook] = await shop.until(1);
    const signature = String(webhook?.headers['x-paystack-signature']);
    const rawBody = webhook?.body ?? Buffer.alloc(0);
    expect(signature).toMatch(/^[0-9a-f]{128}$/);
    expect(verifyPaystackWebhookSignature({ rawBody, signature, secret: SECRET_KEY })).toBe(true);
    expect(
      verifyPaystackWebhookSignature({
        rawBody: Buffer.concat([rawBody, Buffer.from(' ')]),
        signature,
        secret: SECRET_KEY,
      }),
    ).toBe(false);
    const { event, data: about } = JSON.parse(rawBody.toString('utf8'));
    expect(event).toBe('charge.success');
    expect(about.metadata).toEqual({ name: 'Adébáyọ̀ 🌸', note: 'ọmọ “ẹ̀kọ́”  ' });
  });

  test('refusals are errors in the format that Paystack describes', async () => {
    const body = { email: 'ada@example.com', amount: 100, reference: 'twice' };
    await sdk().transaction_initialize({ body });
    const again = await sdk().transaction_initialize({ body });
    expect(again.response.status).toBe(400);
    expect(again.error).toEqual({
      status: false,
      message: 'Duplicate Transaction Reference',
      meta: { nextStep: 'Try and create the Transaction or Charge with a new reference' },
      type: 'validation_error',
      code: 'duplicate_reference',
    });
    const unknown = await sdk().transaction_verify({ params: { path: { reference: 'nobody' } } });
    expect(unknown.error).toMatchObject({ status: false, code: 'transaction_not_found' });
    const stranger = createPaystack({ secretKey: 'sk_test_other', baseUrl: sandbox.url });
    const refused = await stranger.transaction_initialize({ body });
    expect(refused.response.status).toBe(401);
    expect(refused.error).toMatchObject({ status: false, message: 'Invalid key' });
  });
});

describe('paystack-sdk-node', () => {
  const sdk = () => new PaystackClient({ apiKey: SECRET_KEY, baseUrl: sandbox.url }).transactions;

  test('initialize, Bank transfer, verify', async () => {
    const started = await sdk().initialize({
      email: 'ada@example.com',
      amount: 250_000,
      reference: 'by.transfer=1',
      callback_url,
    });
    const page = started.data?.authorization_url ?? '';
    await press(page, 'Bank transfer');
    expect((await sdk().verify('by.transfer=1')).data).toMatchObject({
      status: 'pending',
      channel: 'bank_transfer',
      paid_at: null,
    });
    await shop.until(1);
    const { data: paid } = await sdk().verify('by.transfer=1');
    expect(paid).toMatchObject({ status: 'success', channel: 'bank_transfer', amount: 250_000 });
  });

  test('refusals are thrown with status and code', async () => {
    const order = { email: 'ada@example.com', amount: 100, reference: 'twice' };
    await sdk().initialize(order);
    await expect(sdk().initialize(order)).rejects.toMatchObject({
      status: 400,
      code: 'duplicate_reference',
    });
    await expect(sdk().verify('nobody')).rejects.toMatchObject({ code: 'transaction_not_found' });
    const stranger = new PaystackClient({ apiKey: 'sk_test_other', baseUrl: sandbox.url });
    await expect(stranger.transactions.verify('twice')).rejects.toMatchObject({
      status: 401,
    });
  });
});
