import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A product as in spec §3. */
export const entry = (number: number, change: object = {}) => ({
  _id: `p${number}`,
  id: `p${number}`,
  name: `Product ${number}`,
  price: 1000 + number,
  images: [],
  description: '',
  tags: [],
  qtyAvailable: 5,
  ratings: 0,
  numReviews: 0,
  soldCount: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  discount: null,
  ...change,
});

type Answer = (response: ServerResponse, url: URL) => unknown;

/** A backend that a test controls. */
export interface FakeBackend {
  url: string;
  products: unknown[];
  /** The value of `total`; null omits total and totalPages. */
  total: () => number | null;
  version: () => string;
  /** Requested paths, in order. */
  asked: string[];
  /** Another answer for a path; undefined for the normal one. */
  instead: (path: string, request: URL) => Answer | undefined;
  /** The lines of the snapshot. */
  lines: () => string[];
}

export const json = (response: ServerResponse, value: unknown) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));

/** Opens a real server that answers the calls of a catalogue. */
export async function openBackend(count: number): Promise<FakeBackend> {
  const backend: FakeBackend = {
    url: '',
    products: Array.from({ length: count }, (_, index) => entry(index)),
    total: () => backend.products.length,
    version: () => '1',
    asked: [],
    instead: () => undefined,
    lines: () => {
      const products = backend.products.length;
      return [
        {
          version: '7',
          now: '2026-11-21T12:00:00.000Z',
          categories: ['Men'],
          shippingPlaces: [],
          products,
        },
        ...backend.products,
        { end: true, products },
      ].map((line) => JSON.stringify(line));
    },
  };
  const server = createServer((request, response) => answer(backend, request, response)).listen(
    0,
    '127.0.0.1',
  );
  await new Promise((listening) => server.once('listening', listening));
  backend.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return backend;
}

function answer(backend: FakeBackend, request: IncomingMessage, response: ServerResponse): unknown {
  const url = new URL((request.url ?? '/').replace(/^\/shop(?=\/api)/, ''), 'http://backend');
  backend.asked.push(request.url ?? '');
  const other = backend.instead(url.pathname, url);
  if (other) return other(response, url);
  const right: Record<string, () => unknown> = {
    '/api/product': () => {
      const [page, limit] = [Number(url.searchParams.get('page')), 50];
      const total = backend.total();
      // No product here has a category.
      if (url.searchParams.get('category')) return json(response, { products: [], total: 0 });
      const products = backend.products.slice((page - 1) * limit, page * limit);
      const counts = total === null ? {} : { total, totalPages: Math.ceil(total / limit) };
      return json(response, { products, ...counts });
    },
    '/api/app-data/categories': () => json(response, ['Women', 'Men']),
    '/api/app-data/shipping-addresses': () => json(response, [{ place: 'Ikeja', amount: 3000 }]),
    '/api/catalogue/version': () => json(response, { version: backend.version(), products: 0 }),
    '/api/catalogue/snapshot': () =>
      response
        .writeHead(200, { 'content-type': 'application/x-ndjson' })
        .end(`${backend.lines().join('\n')}\n`),
  };
  const known = right[url.pathname];
  return known ? known() : response.writeHead(404).end();
}
