import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type HttpBindings, serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { Extension } from '#contract/extensions.ts';
import type { Product, Redirect } from '#contract/product.ts';

/** The extensions that this backend always has, whatever a test does to it. */
export const ALWAYS_LISTED: readonly Extension[] = [
  'product.facts',
  'product.media',
  'product.retired',
  'catalogue.redirects',
];

/** The wrong answers of a test backend. */
export type Fault = 'unreachable' | 'error' | 'web page' | 'half an answer' | 'other shape';

/** A backend whose catalogue a test can change. */
export interface TestBackend {
  url: string;
  products: Product[];
  categories: string[];
  /** The catalogue's version; undefined for a backend without versions. */
  version: string | undefined;
  /** Moved paths. */
  redirects: Redirect[];
  /** The shop's facts that staff have changed; undefined for a backend without the extension. */
  shop: Record<string, unknown> | undefined;
  /** Whether no payment is real. */
  trial: boolean;
  /** Returns the fault of a call; undefined for the right answer. */
  fault: (path: string) => Fault | undefined;
  /** Calls so far. */
  calls: number;
  close(): void;
}

/** The time at which the tests read the catalogue (ms). */
export const TODAY = Date.parse('2026-06-01T12:00:00Z');

const PLACES = [{ place: 'Kano', amount: 2500 }];
const NOTES = ['bergamot', 'oud', 'rose', 'vetiver', 'vanilla', 'cedar'];
const HOUSES = ['Amouage', 'Dior', 'Creed', 'Lattafa'];
const pick = (list: readonly string[], index: number) => list[index % list.length] ?? '';

/** Returns the product with this number, with everything that a page may show. */
export function testProduct(index: number): Product {
  const id = `scent-${String(index).padStart(5, '0')}`;
  return {
    _id: id,
    id,
    name: `${pick(HOUSES, index)} Scent ${index}`,
    brand: pick(HOUSES, index),
    price: 10_000 + 500 * index,
    images: [],
    description: `Number ${index}: ${pick(NOTES, index)} over ${pick(NOTES, index + 2)}.`,
    tags: [pick(NOTES, index), pick(NOTES, index + 1)],
    categories: [index % 2 === 0 ? 'Niche' : 'Designer'],
    qtyAvailable: index % 15,
    ratings: 0,
    numReviews: 0,
    soldCount: index,
    createdAt: new Date(TODAY - (index + 1) * 3_600_000).toISOString(),
    updatedAt: new Date(TODAY - 60_000).toISOString(),
    discount: null,
  };
}

/** Answers the calls that a build makes (spec §7), from memory, over real HTTP. */
export async function startBackend(count: number): Promise<TestBackend> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  const backend: TestBackend = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    products: Array.from({ length: count }, (_, index) => testProduct(index)),
    categories: ['Designer', 'Niche'],
    version: undefined,
    redirects: [],
    shop: undefined,
    trial: false,
    fault: () => undefined,
    calls: 0,
    close: () => {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
    },
  };
  app.use(async (c, next) => {
    backend.calls++;
    switch (backend.fault(c.req.path)) {
      case 'unreachable':
        c.env.incoming.socket.destroy();
        return c.body(null);
      case 'error':
        return c.json({ code: 'internal', message: 'No.' }, 500);
      case 'web page':
        return c.html('<h1>Welcome to nginx!</h1>');
      case 'half an answer':
        return c.body('{"products":[{"id":"scent-', 200, { 'content-type': 'application/json' });
      case 'other shape':
        return c.json({ items: [], version: 7 });
      default:
        return next();
    }
  });
  app.get('/api/extensions', (c) => {
    const versions = backend.version === undefined ? [] : ['catalogue.version'];
    const trial = backend.trial ? ['payment.test'] : [];
    const facts = backend.shop ? ['shop.facts'] : [];
    return c.json({
      extensions: [...ALWAYS_LISTED, ...versions, ...trial, ...facts],
    });
  });
  app.get('/api/catalogue/redirects', (c) => c.json({ redirects: backend.redirects }));
  app.get('/api/shop', (c) => c.json({ facts: backend.shop }));
  app.get('/api/catalogue/version', (c) =>
    c.json({ version: backend.version, products: backend.products.length }),
  );
  app.get('/api/product', (c) => {
    const page = Number(c.req.query('page') ?? 1);
    const limit = Number(c.req.query('limit') ?? 50);
    const newest = backend.products.toSorted(
      (a, b) => b.createdAt.localeCompare(a.createdAt) || (a.id < b.id ? -1 : 1),
    );
    return c.json({
      products: newest.slice((page - 1) * limit, page * limit),
      total: newest.length,
      totalPages: Math.ceil(newest.length / limit),
    });
  });
  app.get('/api/app-data/categories', (c) => c.json(backend.categories));
  app.get('/api/app-data/shipping-addresses', (c) => c.json(PLACES));
  // For tests that run in a shell.
  app.post('/test/edit', (c) => {
    backend.products = backend.products.map((each) => ({ ...each, price: each.price + 1 }));
    return c.body(null, 204);
  });
  app.all('*', (c) => c.json({ code: 'not_found', message: 'No such call.' }, 404));
  return backend;
}
