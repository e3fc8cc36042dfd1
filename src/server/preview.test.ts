import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { isAnswering } from './main.ts';

it('finds a backend that answers only the calls of the specification', async () => {
  const server = createServer(({ url }, response) => {
    const isProducts = url?.startsWith('/api/product?');
    response.writeHead(isProducts ? 200 : 404).end('{"products":[]}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => void server.close());
  expect(await isAnswering(`http://127.0.0.1:${port}`)).toBe(true);
  expect(await isAnswering(`http://127.0.0.1:${port}/elsewhere`)).toBe(false);
});

it('finds none where nothing listens', async () => {
  expect(await isAnswering('http://127.0.0.1:1')).toBe(false);
});
