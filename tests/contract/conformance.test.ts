import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { expect, test } from 'vitest';
import { checkBackend } from '#conformance/conformance.ts';
import { outcomeOf } from '#conformance/findings.ts';
import { documentOf, exitCodeOf, tableOf } from '#conformance/report.ts';
import { EXTENSIONS } from '#contract/extensions.ts';
import { lastCode } from './accounts/account.harness.ts';
import { openDoor, openOwnAccount } from './own-account.harness.ts';
import { openShop, product } from './shop.harness.ts';

test('our own backend meets every call of the specification, and lists every extension', async () => {
  const products = Array.from({ length: 25 }, (_, index) =>
    product({ id: `scent-${index}`, name: `Scent ${index}`, tags: [index % 2 ? 'oud' : 'rose'] }),
  );
  const shop = await openShop({
    products,
    settings: { PAYMENT_WAYS: 'paystack,transfer,flutterwave,bank,delivery' },
  });
  const closers = [openOwnAccount(), openDoor()];
  const server = serve({ fetch: shop.app.fetch, port: 0, hostname: '127.0.0.1' });
  try {
    if (!server.listening) await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const result = await checkBackend({
      api: `http://127.0.0.1:${port}/`,
      write: true,
      codeOf: (email) => lastCode(shop, email),
    });
    const others = result.rows.filter((row) => outcomeOf(row) !== 'met');
    expect(others).toEqual([]);
    expect(result.extensions).toEqual(EXTENSIONS.filter((name) => name !== 'payment.test'));
    expect(exitCodeOf(result)).toBe(0);
    expect(tableOf(result)).toContain('21 met · 0 adapted · 0 missing · 0 broken · 0 not tried');
    expect(documentOf(result).calls).toHaveLength(21);
  } finally {
    for (const close of closers) close();
    server.close();
    await shop.close();
  }
});
