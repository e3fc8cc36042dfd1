/**
 * Measures publishing with a backend that answers only the calls of spec §7: a first publication, then a changed price,
 * each with its calls, seconds and memory.
 *
 *   node tests/bench/spec-only.ts [products] [milliseconds that each call takes]
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Publisher } from '#publisher/publisher.ts';

const [count = 300, wait = 0] = process.argv.slice(2).map(Number);
const BRANDS = ['Tom Ford', 'Amouage', 'Dior', 'Creed', 'Givenchy', 'Lattafa'];

const products = Array.from({ length: count }, (_, index) => ({
  _id: (index + 0x64a1_0000).toString(16).padStart(24, '6'),
  id: (index + 0x64a1_0000).toString(16).padStart(24, '6'),
  name: `${BRANDS[index % BRANDS.length]} Scent ${index}`,
  price: 10_000 + index,
  images: [`https://pictures.example/${index}.jpg`],
  description: `Number ${index}: bergamot over oud, and vetiver at the end. `.repeat(4),
  tags: ['oud', index % 2 ? 'rose' : 'cedar'],
  qtyAvailable: index % 15,
  ratings: 4.5,
  numReviews: 3,
  soldCount: index,
  createdAt: new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString(),
}));

let calls = 0;
const server = createServer(async (request, response) => {
  calls++;
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://backend');
  await delay(wait);
  const send = (status: number, value: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  if (pathname === '/api/app-data/categories') return send(200, ['Men', 'Women']);
  if (pathname === '/api/app-data/shipping-addresses')
    return send(200, [{ place: 'Ikeja', amount: 3000 }]);
  if (pathname !== '/api/product') return send(404, { message: 'Not found' });
  const category = searchParams.get('category')?.toLowerCase();
  const shown = category
    ? products.filter(({ name }) => name.toLowerCase().startsWith(category))
    : products;
  const page = Number(searchParams.get('page'));
  return send(200, {
    products: shown.slice((page - 1) * 50, page * 50),
    total: shown.length,
    totalPages: Math.ceil(shown.length / 50),
  });
}).listen(0, '127.0.0.1');
await once(server, 'listening');

const folder = await mkdtemp(join(tmpdir(), 'spec-only-'));
const publisher = new Publisher({
  folder,
  settings: {
    API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    SITE_URL: 'https://shop.example',
  },
});
publisher.onLine = (line) => console.log(line);
const rows: Record<string, string | number>[] = [];
try {
  for (const what of ['first', 'a price', 'nothing']) {
    if (what === 'a price') for (const product of products.slice(0, 1)) product.price++;
    calls = 0;
    const began = performance.now();
    const { seconds, rewritten, peakMemory } = await publisher.publish();
    const rounded = (value: number) => Math.round(value * 10) / 10;
    rows.push({
      what,
      calls,
      'all s': rounded((performance.now() - began) / 1000),
      // Without the start of the process, which a follower does before the change.
      'from its order s': rounded(seconds.total),
      'reading s': rounded(seconds.reading),
      'rendering s': rounded(seconds.rendering),
      'search s': rounded(seconds.search),
      'compressing s': rounded(seconds.compressing),
      'checking s': rounded(seconds.checking),
      'pages new': rewritten,
      'peak MB': peakMemory,
    });
  }
} finally {
  await publisher.close();
  server.close();
  await rm(folder, { recursive: true, force: true });
}
console.log(`${count} products, ${wait} ms a call`);
console.table(rows);
