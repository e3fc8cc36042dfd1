import { expect, test, vi } from 'vitest';
import {
  begin,
  call,
  listenOn,
  press,
  startReceiver,
  startSandbox,
} from '#sandbox/sandbox.harness.ts';

const logOf = async (url: string) => (await call(url, '/sandbox/webhooks')).body.deliveries;

test('sends the same body again until the shop answers 200', async () => {
  const shop = await startReceiver([500, 302, 201]);
  const sandbox = await startSandbox({ webhookUrl: shop.url });
  await press((await begin(sandbox.url)).authorization_url, 'Pay now');
  const received = await shop.until(4);
  expect(new Set(received.map(({ body }) => body.toString('utf8'))).size).toBe(1);
  await vi.waitFor(async () => expect((await logOf(sandbox.url))[0].state).toBe('delivered'));
  const [entry] = await logOf(sandbox.url);
  expect(entry.attempts.map((attempt: { status: number }) => attempt.status)).toEqual([
    500, 302, 201, 200,
  ]);
  expect(entry.signature).toBe(received[0]?.headers['x-paystack-signature']);
  await sandbox.close();
  await shop.close();
});

test('gives up after the last pause and records the reason', async () => {
  const gone = await startReceiver();
  await gone.close();
  const sandbox = await startSandbox({ webhookUrl: gone.url, webhookPausesMs: [1] });
  await press((await begin(sandbox.url)).authorization_url, 'Pay now');
  await vi.waitFor(async () => expect((await logOf(sandbox.url))[0].state).toBe('given_up'));
  const [entry] = await logOf(sandbox.url);
  expect(entry.attempts).toHaveLength(2);
  expect(entry.attempts[0]).toMatchObject({
    status: null,
    error: expect.stringContaining('ECONNREFUSED'),
  });
  await sandbox.close();
});

test('closing ends an attempt that hangs and one that waits', async () => {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  // Accepts the event and never answers.
  const deaf = await listenOn(() => reach());
  const hanging = await startSandbox({ webhookUrl: deaf.url });
  await press((await begin(hanging.url)).authorization_url, 'Pay now');
  await reached;
  await hanging.close();
  await deaf.close();

  const shop = await startReceiver([500]);
  const waiting = await startSandbox({ webhookUrl: shop.url, webhookPausesMs: [3_600_000] });
  await press((await begin(waiting.url)).authorization_url, 'Pay now');
  await shop.until(1);
  await waiting.close();
  expect(shop.received).toHaveLength(1);
  await shop.close();
});
