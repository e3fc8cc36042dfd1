import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dictionaryLink, dictionaryPath } from '#server/dictionary.ts';
import { ask } from './ask.ts';
import { testDictionary } from './deltas.ts';
import { HOSTS, type Host } from './hosts.ts';
import { makeSite, type TestSite } from './site.ts';

/** Which form of a page a client gets that has a dictionary (RFC 9842), from every server that can choose. */

const SITE_URL = 'https://shop.test';
const OURS = testDictionary('the frame of every page');
const STALE = testDictionary('the frame as it was');
let site: TestSite;
beforeAll(async () => {
  site = await makeSite({ siteUrl: SITE_URL, apiUrl: null }, OURS);
});
afterAll(() => site.remove());

const has = {
  'accept-encoding': 'gzip, br, zstd, dcb, dcz',
  'available-dictionary': OURS.available,
};
const VARIES = ['accept-encoding', 'available-dictionary', 'save-data'];
const variesBy = (vary = '') => vary.toLowerCase().split(/, */).sort();

/** Weights as clients write them, and as they should not. */
const weight = fc.constantFrom(
  ...['', ';q=1', '; q=1.0', ' ;q=0.5', ';q=0.001', ';q=.5', ';Q=0.7'],
  ...[';q=0', ';q=0.0', '; q=0.000', ';q=nonsense', ';q=2', ';q='],
);
const NAMES = ['br', 'gzip', 'dcz', 'dcb', 'zstd', 'identity', '*', 'DCZ', 'xdcz', 'dczx'];
/** Each name once. */
const acceptEncoding = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...NAMES), weight), {
    selector: ([name]) => name.toLowerCase(),
  })
  .chain((items) =>
    fc.constantFrom(',', ', ', ' ,').map((comma) => items.map((item) => item.join('')).join(comma)),
  );
const hashes = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => `:${Buffer.from(bytes).toString('base64')}:`);
const availableDictionary = fc.oneof(
  { weight: 4, arbitrary: fc.constant(OURS.available) },
  fc.constantFrom(
    ...[
      STALE.available,
      OURS.sha256,
      `:${OURS.sha256}`,
      `::${OURS.sha256}::`,
      '::',
      ':',
      '',
      ':A:',
    ],
    ...[`"${OURS.available}"`, OURS.available.toLowerCase(), `:${OURS.sha256.slice(4)}:`],
    `${OURS.available}, ${STALE.available}`,
  ),
  hashes,
);
const PAGES = [
  '/',
  '/products',
  '/products/oud',
  '/products/cr%C3%A8me%20br%C3%BBl%C3%A9e',
  '/orders/x',
];
const FILE_OF: Record<string, string> = {
  '/': '/index.html',
  '/products': '/products.html',
  '/products/oud': '/products/oud.html',
  '/products/cr%C3%A8me%20br%C3%BBl%C3%A9e': '/products/crème brûlée.html',
  '/orders/x': '/orders/order.html',
  '/about': '/about.html',
  '/nowhere': '/404.html',
  '/_assets/page.A1b2.js': '/_assets/page.A1b2.js',
};

/** Whether Accept-Encoding names dcz and gives it a weight above 0. */
const takes = (header: string) =>
  /(?:^|,)\s*dcz\s*(?:;\s*q=(?:1(?:\.0*)?|0?\.\d*[1-9]\d*))?\s*(?:,|$)/i.test(header);
/** The same, and no other form is preferred. */
const prefers = (header: string) => /(?:^|,)\s*dcz\s*(?:;\s*q=1(?:\.0*)?)?\s*(?:,|$)/i.test(header);

describe.each(HOSTS)('%s', (_, start) => {
  let host: Host;
  beforeAll(async () => {
    if (start) host = await start({ ...site, siteUrl: SITE_URL });
  });
  afterAll(() => host?.close());

  test.skipIf(!start)('every client can decode what it gets, and it is the same', async () => {
    const paths = fc.constantFrom(...PAGES, ...Object.keys(FILE_OF));
    await fc.assert(
      fc.asyncProperty(paths, acceptEncoding, availableDictionary, async (path, accept, given) => {
        const headers = { 'accept-encoding': accept, 'available-dictionary': given };
        const answer = await ask(host.port, path, { headers, dictionaries: [OURS] });
        expect(answer.content.equals(site.files.get(FILE_OF[path] ?? '') ?? Buffer.of())).toBe(
          true,
        );
        const encoding = answer.headers['content-encoding'];
        expect([undefined, 'gzip', 'br', 'dcz']).toContain(encoding);
        const may = PAGES.includes(path) && given === OURS.available && takes(accept);
        if (encoding === 'dcz') expect(may, 'dcz').toBe(true);
        if (may && prefers(accept)) expect(encoding).toBe('dcz');

        const tag = String(answer.headers.etag);
        if (path === '/nowhere') return;
        const again = await ask(host.port, path, { headers: { ...headers, 'if-none-match': tag } });
        expect([again.status, again.headers.etag]).toEqual([304, tag]);
        expect(variesBy(again.headers.vary)).toEqual(variesBy(answer.headers.vary));
      }),
      { numRuns: 200 },
    );
  });

  test.skipIf(!start).each(PAGES)('%s differs by the dictionary and says so', async (path) => {
    const [without, stale, right, saving] = await Promise.all([
      ask(host.port, path, { headers: { 'accept-encoding': 'br' } }),
      ask(host.port, path, { headers: { ...has, 'available-dictionary': STALE.available } }),
      ask(host.port, path, { headers: has, dictionaries: [OURS] }),
      ask(host.port, path, { headers: { 'accept-encoding': 'br', 'save-data': 'on' } }),
    ]);
    expect(right.headers['content-encoding']).toBe('dcz');
    expect(right.headers['content-type']?.toLowerCase()).toBe('text/html; charset=utf-8');
    expect(right.headers['cache-control']).toBe('no-cache');
    expect(Number(right.headers['content-length'])).toBe(right.bytes.length);
    for (const answer of [without, stale, right, saving]) {
      expect(answer.status).toBe(200);
      expect(variesBy(answer.headers.vary)).toEqual(VARIES);
      expect(answer.content.equals(right.content)).toBe(true);
    }
    // The dictionary is offered to who lacks it and does not save data.
    expect(without.headers.link).toBe(dictionaryLink(OURS));
    expect(stale.headers.link).toBe(dictionaryLink(OURS));
    expect(right.headers.link).toBeUndefined();
    expect(saving.headers.link).toBeUndefined();

    const gzip = await ask(host.port, path, { headers: { 'accept-encoding': 'gzip' } });
    const plain = await ask(host.port, path);
    const tags = [right, without, gzip, plain].map(({ headers }) => headers.etag);
    expect(new Set(tags).size).toBe(4);
    for (const tag of tags) expect(tag).toMatch(/^"/);
  });

  test.skipIf(!start)('HEAD, ranges and If-Range are of the delta', async () => {
    const path = '/products/oud';
    const whole = await ask(host.port, path, { headers: has, dictionaries: [OURS] });
    const head = await ask(host.port, path, { method: 'HEAD', headers: has });
    for (const name of ['content-encoding', 'content-length', 'etag', 'vary', 'content-type']) {
      expect(head.headers[name], name).toBe(whole.headers[name]);
    }
    expect(head.bytes.length).toBe(0);
    const range = 'bytes=10-29';
    // The bytes are a part of the encoded form, so nothing is decoded here.
    const part = async (headers: Record<string, string>) => {
      const answer = await ask(host.port, path, {
        headers: { ...has, range, ...headers },
        raw: true,
      });
      return [answer.status, answer.bytes.toString('hex')];
    };
    const wanted = [206, whole.bytes.subarray(10, 30).toString('hex')];
    expect(await part({})).toEqual(wanted);
    expect(await part({ 'if-range': String(whole.headers.etag) })).toEqual(wanted);
    const other = await ask(host.port, path, { headers: { 'accept-encoding': 'br' } });
    const [status] = await part({ 'if-range': String(other.headers.etag) });
    expect(status, 'the tag of another form').toBe(200);
  });

  test.skipIf(!start)('the dictionary is kept for ever and is for pages alone', async () => {
    const path = dictionaryPath(OURS);
    const answer = await ask(host.port, path, { headers: { 'accept-encoding': 'identity' } });
    expect(answer.status).toBe(200);
    expect(answer.content.equals(OURS.bytes)).toBe(true);
    expect(answer.headers['use-as-dictionary']).toBe('match="/*", match-dest=("document")');
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    expect((await ask(host.port, dictionaryPath(STALE))).status).toBe(404);
  });

  test.skipIf(!start)('no form of a page has an address, and no other file a delta', async () => {
    const delta = `/products/oud.html${dictionaryPath(OURS).replace(/.*\/(\w+)\.txt/, '.$1.dcz')}`;
    for (const path of [delta, '/_dictionary.json']) {
      expect([path, (await ask(host.port, path)).status]).toEqual([path, 404]);
    }
    for (const path of ['/nowhere', '/_assets/page.A1b2.js', '/manifest.webmanifest']) {
      const { headers } = await ask(host.port, path, { headers: has });
      expect(headers['content-encoding']).not.toBe('dcz');
    }
  });
});
