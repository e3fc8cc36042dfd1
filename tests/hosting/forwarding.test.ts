import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { findNginx } from '#scripts/test/nginx.ts';
import { ask } from './ask.ts';
import { startNginx } from './hosts.ts';
import { makeSite } from './site.ts';

test.skipIf(!findNginx()).each([
  [
    '',
    [
      ['GET', '/api/product', '?search=oud%2Fwood'],
      ['GET', '/api/product/a%2Fb/', ''],
      ['POST', '/api/payment/webhook', ''],
      ['DELETE', '/api/account', ''],
      ['GET', '/media/ab12/640.avif', ''],
    ],
  ],
  [
    '/behind',
    [
      ['GET', '/api/product/1', '?search=oud%2Fwood'],
      ['GET', '/media/ab12/640.avif', ''],
    ],
  ],
] as const)('nginx forwards API calls and pictures to an API at %j', async (prefix, calls) => {
  const api = createServer((request, answer) => {
    answer.setHeader('content-security-policy', "default-src 'none'");
    answer.end(`${request.method} ${request.url} from ${request.headers['x-real-ip']}`);
  }).listen(0, '127.0.0.1');
  await once(api, 'listening');
  const { port } = api.address() as AddressInfo;
  const siteUrl = 'https://shop.test';
  const site = await makeSite({ siteUrl, apiUrl: `http://127.0.0.1:${port}${prefix}` });
  const nginx = await startNginx({ ...site, siteUrl });
  try {
    for (const [method, path, query] of calls) {
      const { status, content, headers } = await ask(nginx.port, path + query, { method });
      const got = `${method} ${prefix}${path}${query} from 127.0.0.1`;
      expect([status, content.toString()]).toEqual([200, got]);
      // Only the API's own policy.
      expect(headers['content-security-policy']).toBe("default-src 'none'");
    }
    expect((await ask(nginx.port, '/apiary')).content.toString()).toContain('not found');
  } finally {
    await nginx.close();
    api.close();
    await site.remove();
  }
});

test.skipIf(!findNginx())(
  'nginx takes a catalogue with its pictures, and elsewhere only pictures',
  async () => {
    const api = createServer((request, answer) => {
      request.resume().once('end', () => answer.end());
    }).listen(0, '127.0.0.1');
    await once(api, 'listening');
    const { port } = api.address() as AddressInfo;
    const siteUrl = 'https://shop.test';
    const site = await makeSite({ siteUrl, apiUrl: `http://127.0.0.1:${port}` });
    const nginx = await startNginx({ ...site, siteUrl });
    const send = async (path: string, megabytes: number) => {
      const body = new Uint8Array(megabytes * 2 ** 20);
      return (await fetch(`http://127.0.0.1:${nginx.port}${path}`, { method: 'POST', body }))
        .status;
    };
    try {
      expect(await send('/admin/products/import/files', 65)).toBe(200);
      expect(await send('/admin/products/a/pictures', 63)).toBe(200);
      expect(await send('/admin/products/a/pictures', 65)).toBe(413);
    } finally {
      await nginx.close();
      api.close();
      await site.remove();
    }
  },
);
