import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Extension } from '#contract/extensions.ts';
import { product } from '#contract/product.ts';
import { entry, json, openBackend } from './backend.harness.ts';
import { ProductCheck } from './check.ts';
import { progress } from './progress.ts';
import { fault, firstTimes, logged, readFrom, STREAM, times, VERSION } from './read.harness.ts';

describe.each<[string, readonly Extension[], string | undefined]>([
  ['by the calls of the specification', ['product.facts'], undefined],
  ['by those calls, with versions', VERSION, '1'],
  ['in one stream', STREAM, '7'],
])('a catalogue %s', (_, extensions, version) => {
  const path = extensions === STREAM ? '/api/catalogue/snapshot' : '/api/product';

  it('is read completely and in order', async () => {
    const backend = await openBackend(333);
    const snapshot = await readFrom(backend, extensions);
    expect(snapshot.products).toEqual(backend.products);
    expect(snapshot.categories).toContain('Men');
    expect(snapshot.skipped).toEqual([]);
    expect(snapshot.version).toBe(version);
  });

  it('may be empty', async () => {
    expect((await readFrom(await openBackend(0), extensions)).products).toEqual([]);
  });

  it('names products that break the contract, with the field: the first twenty, and the number of the others', async () => {
    const backend = await openBackend(120);
    for (let number = 0; number < 25; number++) {
      backend.products[number * 4] = entry(number * 4, { price: 'free' });
    }
    backend.products[1] = { name: '', tags: 'oud' };
    backend.products[2] = 7;
    const { code, message } = await fault(readFrom(backend, extensions));
    expect(code).toBe('invalid');
    const lines = message.split('\n');
    expect(lines[0]).toBe(
      '27 of 120 products break the contract, more than a tenth, so nothing was published:',
    );
    expect(lines[1]).toBe('  p0: price: got "free", wanted a number');
    expect(message).toContain('number 2: _id: got nothing, wanted text');
    expect(message).toContain('number 3: the answer: got 7, wanted an object');
    expect(lines.slice(-2)).toEqual(['  and 7 more', expect.stringContaining('SKIP_INVALID=true')]);
    expect(lines).toHaveLength(23);
  });

  it('leaves out a tenth of the products that breaks the contract, and lists it; more if asked to', async () => {
    const backend = await openBackend(60);
    const spoil = (number: number) => {
      backend.products[number] = entry(number, { price: 'free' });
    };
    for (let number = 50; number < 56; number++) spoil(number);
    const { products, skipped } = await readFrom(backend, extensions);
    expect(products).toHaveLength(54);
    expect(skipped[0]).toEqual({ name: 'p50', reason: expect.stringMatching(/^price: /) });
    spoil(56);
    expect((await fault(readFrom(backend, extensions))).message).toContain('7 of 60 products');
    const asked = await readFrom(backend, extensions, { skipInvalid: true });
    expect([asked.products.length, asked.skipped.length]).toEqual([53, 7]);
    backend.products = [entry(1, { name: '' })];
    const none = await fault(readFrom(backend, extensions, { skipInvalid: true }));
    expect([none.code, none.message]).toEqual([
      'invalid',
      expect.stringContaining('all 1 products'),
    ]);
  });

  it('ignores empty picture texts, and reports how many', async () => {
    const backend = await openBackend(12);
    const meta = (color: string) => ({ width: 4, height: 5, color });
    backend.products[0] = entry(0, { images: [], image: '' });
    backend.products[1] = entry(1, { images: [''], image: '/a.jpg' });
    backend.products[2] = entry(2, {
      images: ['', '/b.jpg'],
      pictures: [meta('#111111'), meta('#222222')],
    });
    const { products, notes } = await readFrom(backend, extensions);
    expect(products.map(({ images }) => images).slice(0, 3)).toEqual([[], ['/a.jpg'], ['/b.jpg']]);
    expect(products.filter((product) => 'image' in product)).toEqual([]);
    if (extensions.includes('product.media'))
      expect(products[2]?.pictures).toEqual([meta('#222222')]);
    expect(notes).toEqual([
      { field: 'images', did: 'adapted', got: '""', wanted: 'a URL', count: 2 },
    ]);
  });

  it.each<[string, (response: ServerResponse) => void, RegExp, { timeout: number }?]>([
    ['HTML', (r) => r.end('<!doctype html><h1>Bad gateway</h1>'), /not JSON: '<!doctype html>/],
    ['half of a JSON text', (r) => r.end('{"version":"1","prod'), /not JSON|cut off within a line/],
    ['an empty answer', (r) => r.end(), /not JSON: it is empty|cut off after 0/],
    ['5xx', (r) => r.writeHead(503).end(), /It answered 503/],
    ['429', (r) => r.writeHead(429).end(), /It answered 429/],
    ['a closed connection', (r) => r.destroy(), /No answer: /],
    ['silence', () => {}, /No answer: nothing came for 0.5 s/, { timeout: 500 }],
    [
      'a beginning, then silence',
      (r) => r.write('{"pro'),
      /broke off: nothing came for 0.5 s/,
      { timeout: 500 },
    ],
  ])('%s is tried again, and reported when it lasts', async (_name, answer, words, limit) => {
    const backend = await openBackend(60);
    backend.instead = firstTimes(2, path, answer);
    expect((await readFrom(backend, extensions, limit)).products).toHaveLength(60);
    backend.instead = firstTimes(99, path, answer);
    const { code, message } = await fault(readFrom(backend, extensions, limit));
    expect(code).toBe('unreadable');
    expect(message).toMatch(words);
    expect(message).toContain(`GET ${path}`);
    expect(message).toMatch(/failed, 3 times/);
  });

  it('with an answer of another shape', async () => {
    const backend = await openBackend(3);
    backend.instead = (asked) =>
      asked === path ? (r) => json(r, { products: 'many' }) : undefined;
    expect(await fault(readFrom(backend, extensions))).toMatchObject({
      code: 'unreadable',
      message: expect.stringMatching(/(products: got "many"|version: got nothing), wanted/),
    });
  });

  it('is requested once when the API refuses', async () => {
    const backend = await openBackend(3);
    backend.instead = (asked) => (asked === path ? (r) => r.writeHead(403).end() : undefined);
    expect((await fault(readFrom(backend, extensions))).message).toContain('answered 403');
    expect(times(backend, path)).toBe(1);
  });

  it('waits as long as Retry-After says, but at most a minute', async () => {
    const backend = await openBackend(3);
    backend.instead = firstTimes(1, path, (r) => r.writeHead(503, { 'retry-after': '1' }).end());
    const began = performance.now();
    await readFrom(backend, extensions);
    expect(performance.now() - began).toBeGreaterThan(990);
    const soon = new Date(Date.now() + 3_600_000).toUTCString();
    backend.instead = firstTimes(9, path, (r) => r.writeHead(429, { 'retry-after': soon }).end());
    expect((await fault(readFrom(backend, extensions))).message).toMatch(/come again in 3\d\d\d s/);
  });
});

it('reads a backend under a path', async () => {
  const backend = await openBackend(60);
  const { products } = await readFrom({ url: `${backend.url}/shop` }, VERSION);
  expect(products).toHaveLength(60);
  expect(backend.asked.every((path) => path.startsWith('/shop/api/'))).toBe(true);
});

it('reports a backend that cannot be reached', async () => {
  const { message } = await fault(readFrom({ url: 'http://127.0.0.1:9' }, STREAM));
  expect(message).toMatch(/GET .* failed, 3 times\. No answer: .*ECONNREFUSED|bad port/);
});

describe('page by page', () => {
  it('requests six pages at a time', async () => {
    const backend = await openBackend(1000);
    let open = 0;
    let most = 0;
    const sixOpen = Promise.withResolvers<void>();
    backend.instead = (path, url) => {
      if (path !== '/api/product') return undefined;
      const page = Number(url.searchParams.get('page'));
      most = Math.max(most, ++open);
      if (open === 6) sixOpen.resolve();
      return async (response) => {
        // The first page gives the total. The others wait for each other, however busy the machine is.
        if (page > 1) await sixOpen.promise;
        // Time for a seventh request to arrive.
        setTimeout(() => {
          open--;
          json(response, {
            products: backend.products.slice((page - 1) * 50, page * 50),
            total: 1000,
          });
        }, 5);
      };
    };
    expect((await readFrom(backend, VERSION)).products).toHaveLength(1000);
    expect(most).toBe(6);
  });

  it('retries a 5xx in the middle', async () => {
    const backend = await openBackend(400);
    let faults = 3;
    backend.instead = (path, url) =>
      path === '/api/product' && Number(url.searchParams.get('page')) > 3 && faults-- > 0
        ? (response) => response.writeHead(502).end('<html>')
        : undefined;
    expect((await readFrom(backend, VERSION)).products).toHaveLength(400);
  });

  it('starts again when the version has changed, at most three times', async () => {
    const backend = await openBackend(120);
    const versions = ['1', '2', '2', '2'];
    backend.version = () => versions.shift() ?? '2';
    expect((await readFrom(backend, VERSION)).version).toBe('2');
    expect(logged).toEqual([
      'The catalogue changed while it was read (its version went from 1 to 2): reading it again',
    ]);
    let restless = 0;
    backend.version = () => String(++restless);
    expect(await fault(readFrom(backend, VERSION))).toMatchObject({
      code: 'moving',
      message: expect.stringContaining('it changed during each of 3 readings'),
    });
  });

  it('notices a changed first page or count without versions', async () => {
    const backend = await openBackend(120);
    let asked = 0;
    backend.instead = (path) => {
      if (path === '/api/product' && ++asked === 4) backend.products.unshift(entry(999));
      return undefined;
    };
    expect((await readFrom(backend, ['product.facts'])).products).toHaveLength(121);
    expect(logged[0]).toContain('changed while it was read');
    asked = 0;
    backend.instead = (path) => {
      if (path === '/api/product' && ++asked === 4) backend.products[0] = entry(999, { price: 1 });
      return undefined;
    };
    expect((await readFrom(backend, ['product.facts'])).products[0]?.price).toBe(1);
  });

  it('ignores changes of stock and sales', async () => {
    const backend = await openBackend(120);
    let stock = 100;
    backend.instead = () => {
      backend.products[0] = entry(0, { qtyAvailable: stock--, soldCount: 200 - stock });
      return undefined;
    };
    await readFrom(backend, ['product.facts']);
    expect(logged).toEqual([]);
  });

  it.each<[string, number | null, string, RegExp]>([
    ['too many', 130, 'unreadable', /counts 130 products and sends 120, in whatever order/],
    ['too few', 110, 'unreadable', /contradict each other.*120 products came.*counted 110/],
    ['another number each time', null, 'moving', /kept changing/],
  ])('refuses a backend that counts %s', async (_, total, code, words) => {
    const backend = await openBackend(120);
    let count = 120;
    backend.total = () => total ?? count++;
    const refused = await fault(readFrom(backend, VERSION));
    expect([refused.code, refused.message]).toEqual([code, expect.stringMatching(words)]);
  });

  it('ignores fields of extensions that the backend does not list', async () => {
    const backend = await openBackend(3);
    backend.products[2] = entry(2, { brand: 7, notes: 'oud', pictures: 'many' });
    const { products } = await readFrom(backend, []);
    expect(products[2]).not.toHaveProperty('notes');
    expect(products[2]?.brand).toBeUndefined();
  });
});

it('accepts every product of the contract, and returns only such products', () => {
  const odd = fc.oneof(fc.jsonValue(), fc.constantFrom(-1, 1.5, '', null, 1e10, '2026-01-01'));
  const change = fc.dictionary(fc.constantFrom(...Object.keys(entry(1)), 'brand', 'sizeMl'), odd);
  fc.assert(
    fc.property(change, (fields) => {
      const raw = entry(1, fields);
      const check = new ProductCheck(new Set(STREAM));
      const read = check.read(raw, '');
      if (product.safeParse(raw).success) expect(read).not.toBeNull();
      if (read) expect(product.safeParse(read).error).toBeUndefined();
    }),
    { numRuns: 500, examples: [[{ id: '.' }], [{ id: '\\' }]] },
  );
});

it('logs progress only while a reading is long', () => {
  const lines: string[] = [];
  const short = progress((line) => lines.push(line));
  for (let read = 0; read <= 10_000; read += 50) short(read, 10_000);
  expect(lines).toEqual([]);
  const long = progress((line) => lines.push(line), 0);
  long(4200, 10_000);
  expect(lines).toEqual(['4,200 of 10,000 products']);
});
