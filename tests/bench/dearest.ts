import { readFileSync } from 'node:fs';

/**
 * Measures the dearest requests that anybody may send, over a running shop on an otherwise idle machine:
 *
 *   npm run catalogue -- synth 10000
 *   API_URL=http://127.0.0.1:4321 node tests/bench/dearest.ts [requests of each]
 *
 * Prints milliseconds of processor time of the whole machine for each request, one after the other: no less than the
 * request takes. Only Linux counts them so. Each must stay below 50, or wait in a queue with an end.
 */
const api = process.env.API_URL ?? 'http://127.0.0.1:4321';
const COUNT = Number(process.argv[2] ?? 40);
/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

const WORDS = 'oud wod intens rose vanila amber musc noir';
const search = (words: string) => encodeURIComponent(words);
const products = (await (await fetch(`${api}/api/product?limit=100`)).json()) as {
  products: { id: string; images: string[] }[];
};
const ids = products.products.map(({ id }) => id);
const hashes = [
  ...new Set(products.products.flatMap(({ images }) => images.join().match(/[0-9a-f]{40}/g) ?? [])),
];

type Request = (n: number) => Promise<Response>;
const get =
  (path: (n: number) => string): Request =>
  (n) =>
    fetch(api + path(n));
const post =
  (path: string, body: (n: number) => unknown): Request =>
  (n) =>
    fetch(api + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body(n)),
    });

const REQUESTS: Record<string, Request> = {
  'a list, deep': get((n) => `/api/product?limit=100&page=${50 + n}&sortBy=price&sortOrder=asc`),
  'a search of eight words': get((n) => `/api/product?search=${search(`${WORDS} ${n}`)}&limit=100`),
  'a search of one letter': get((n) => `/api/product?search=${'abcdefghij'[n % 10]}&limit=100`),
  'a product': get((n) => `/api/product/${ids[n % ids.length]}`),
  'live prices of 100': get(() => `/api/live?ids=${ids.join()}`),
  "agents' search, nothing matches": post('/api/ucp/catalog/search', (n) => ({
    query: `${WORDS} ${n}`,
    filters: { price: { min: 1, max: 1 } },
  })),
  "agents' lookup of 50": post('/api/ucp/catalog/lookup', () => ({ ids: ids.slice(0, 50) })),
  'a body of 9,000 faults': post('/api/payment/initialize', () => ({
    items: Array.from({ length: 9000 }, () => ({ productId: 1 })),
  })),
  'a wrong password (waits in a queue of 48)': post('/api/auth/login', (n) => ({
    email: `nobody-${n}@example.com`,
    password: 'Guess-12345',
  })),
  'a picture never made (waits in a queue of 128)': get(
    (n) => `/media/${hashes[n % hashes.length]}/${n < hashes.length ? '1080.webp' : '800.jpg'}`,
  ),
};

/** Milliseconds of work of all processors since the start: all but idle, waiting for a disk, and stolen. */
function busyMs(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = line
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq) * TICK_MS;
}

const rows: Record<string, object> = {};
for (const [name, request] of Object.entries(REQUESTS)) {
  const statuses = new Map<number, number>();
  const from = performance.now();
  const busy = busyMs();
  for (let n = 0; n < COUNT; n++) {
    const answer = await request(n);
    await answer.arrayBuffer();
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  }
  const waited = performance.now() - from;
  rows[name] = {
    'processor ms': Math.round((busyMs() - busy) / COUNT),
    'waited ms': Math.round(waited / COUNT),
    answers: [...statuses].map(([status, count]) => `${count} × ${status}`).join(', '),
  };
}
console.table(rows);
