import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parsePlain } from 'netlify-redirector';
import { generateRedirectsEvaluator } from 'redirects-in-workers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { emitHosting } from '#server/emit-hosting.ts';
import { FOR_EVER, isHashed, SECURITY_HEADERS } from '#server/hosting.ts';
import { CASES } from './cases.ts';
import { MOVED, makeSite, type TestSite } from './site.ts';

/** `_redirects` and `_headers`, tested with the hosts' own matchers where these are published. */

const API = 'https://api.shop.test/behind';
let site: TestSite;
let redirects: string;
let headers: string;
beforeAll(async () => {
  site = await makeSite({ siteUrl: 'https://shop.test', apiUrl: API });
  redirects = await readFile(join(site.live, '_redirects'), 'utf8');
  headers = await readFile(join(site.live, '_headers'), 'utf8');
});
afterAll(() => site.remove());

/** The target of each rewrite in the table; undefined if the address has its own file. */
const REWRITTEN = CASES.filter(({ path }) => path.startsWith('/orders') && !/[?%]/.test(path)).map(
  ({ path, file }): [string, string | undefined] => [
    path,
    file === '/orders/order.html' ? '/orders/order' : undefined,
  ],
);

describe('Netlify', () => {
  const match = async (path: string) => {
    const rules = await parsePlain(redirects, {});
    return rules.match({
      scheme: 'https',
      host: 'shop.test',
      path,
      query: '',
      getHeader: () => '',
      getCookie: () => '',
    });
  };

  test.each(REWRITTEN)('%s → %s', async (path, to) => {
    const rule = await match(path);
    expect(rule?.to).toBe(to);
    if (to) expect(rule).toMatchObject({ status: 200, force: false });
  });

  test.each(MOVED)('$from has moved to $to', async ({ from, to }) => {
    expect(await match(from)).toMatchObject({ to, status: 301 });
  });

  test.each(['/api/product?page=2', '/media/ab/640.avif'])('%s is forwarded', async (path) => {
    expect(await match(path.split('?')[0] ?? '')).toMatchObject({
      to: `${API}${path.split('?')[0]}`,
      status: 200,
    });
  });

  test.each(['/', '/products', '/_assets/page.js', '/apiary'])('%s is a file', async (path) => {
    expect(await match(path)).toBeNull();
  });
});

describe('Cloudflare Pages', () => {
  let evaluate: ReturnType<typeof generateRedirectsEvaluator>;
  let complaints = '';
  beforeAll(() => {
    // It logs how it reads the file.
    const said = [vi.spyOn(console, 'log'), vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')];
    for (const spy of said) spy.mockReturnValue();
    evaluate = generateRedirectsEvaluator(redirects);
    complaints = said.flatMap((spy) => spy.mock.calls.flat()).join('\n');
    for (const spy of said) spy.mockRestore();
  });

  /** Returns the sent file; null if it is the address's own file. */
  const match = async (path: string) => {
    const asked: string[] = [];
    const answer = await evaluate(new Request(`https://shop.test${path}`), {
      fetch: async (input: Request | string | URL) => {
        asked.push(new URL(input instanceof Request ? input.url : input).pathname);
        return new Response('a file');
      },
    } as never);
    return answer && { status: answer.status, file: asked[0] };
  };

  test.each(REWRITTEN)('%s → %s', async (path, to) => {
    expect(await match(path)).toEqual(to ? { status: 200, file: to } : null);
  });

  test.each(MOVED)('$from has moved to $to, with its query', async ({ from, to }) => {
    const answer = await evaluate(new Request(`https://shop.test${from}?a=b`), {} as never);
    expect(answer?.status).toBe(301);
    expect(new URL(answer?.headers.get('location') ?? '', 'https://shop.test').pathname).toBe(to);
  });

  test.each(['/', '/products', '/api/product', '/media/a/b'])('%s is left alone', async (path) => {
    expect(await match(path)).toBeNull();
  });

  test.each(MOVED.filter(({ from }) => !from.endsWith('.html')))(
    '$from also answers with or without the slash at its end',
    async ({ from, to }) => {
      const other = from.endsWith('/') ? from.slice(0, -1) : `${from}/`;
      const answer = await evaluate(new Request(`https://shop.test${other}`), {} as never);
      expect([answer?.status, answer?.headers.get('location')]).toEqual([301, to]);
    },
  );

  test('only the forwarding to another host is ignored', () => {
    expect(complaints).toContain('Parsed 10 valid redirect rules');
    expect(complaints).toContain('Found 3 invalid redirect rules');
    expect(
      complaints.match(/Proxy \(200\) redirects can only point to relative paths/g),
    ).toHaveLength(3);
  });

  test('the files stay within its limits', () => {
    expect(redirects.split('\n').every((line) => line.length <= 1000)).toBe(true);
    expect(headers.split('\n').every((line) => line.length <= 2000)).toBe(true);
    expect(headers.match(/^\//gm)?.length).toBeLessThanOrEqual(100);
    // Netlify allows an asterisk only at the end, Cloudflare one per path.
    expect(headers.match(/^\/.*\*.+$/gm)).toBeNull();
  });
});

describe('more redirects than Cloudflare Pages reads', () => {
  const many = Array.from({ length: 1990 }, (_, at) => ({
    from: `/product/old-${at}/`,
    to: '/products/oud',
  }));
  const emitted = async (apiUrl: string | null, moved: typeof many) => {
    const folder = await mkdtemp(join(tmpdir(), 'turare-redirects-'));
    try {
      const hosting = { siteUrl: 'https://shop.test', apiUrl };
      const { leftOut } = await emitHosting(folder, hosting, { names: [], moved });
      const lines = (await readFile(join(folder, '_redirects'), 'utf8')).split('\n');
      return { leftOut, moves: lines.filter((line) => line.endsWith(' 301')), lines };
    } finally {
      await rm(folder, { recursive: true });
    }
  };

  test('each one’s own form comes first, and the rest is cut and counted', async () => {
    const some = await emitted(null, many);
    expect([some.leftOut, some.moves.length]).toEqual([0, 2000]);
    expect(some.moves[1990]).toBe('/product/old-0 /products/oud 301');
    const long = { from: `/${'a'.repeat(1000)}`, to: '/products/oud' };
    const all = await emitted(null, [
      long,
      ...many,
      ...many.map(({ to }, at) => ({ from: `/${at}-x.html`, to })),
    ]);
    expect([all.leftOut, all.moves.length]).toEqual([1981, 2000]);
    expect(all.lines).toContain('/orders/:id /orders/order 200');
  });

  test('a host that forwards API calls is a different one, and gets all of them', async () => {
    const all = await emitted(API, [
      ...many,
      ...many.map(({ to }, at) => ({ from: `/${at}`, to })),
    ]);
    expect([all.leftOut, all.moves.length]).toEqual([0, 4 * 1990]);
  });
});

describe('_headers', () => {
  const rulesOf = (path: string) =>
    headers
      .split(/\n(?=\/)/)
      .map((block) => block.split('\n'))
      .filter(([pattern = '']) =>
        pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern,
      )
      .flatMap(([, ...lines]) => lines.filter((line) => line !== '').map((line) => line.trim()));

  test('every file has the security headers, and files with a hash are kept for ever', () => {
    const security = Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`);
    for (const path of site.files.keys()) {
      const said = rulesOf(path);
      expect(said).toEqual(expect.arrayContaining(security));
      expect(said).toContain('strict-transport-security: max-age=31536000');
      expect([path, said.includes(`cache-control: ${FOR_EVER}`)]).toEqual([path, isHashed(path)]);
    }
  });

  test('browsers ask for the service worker each time, whatever the default of a host', () => {
    expect(rulesOf('/sw.js')).toContain('cache-control: no-cache');
  });

  test('no path gets a header twice, because the hosts would join the values', () => {
    for (const path of [...site.files.keys(), '/nowhere']) {
      const names = rulesOf(path).map((line) => line.split(':')[0]);
      expect(new Set(names).size).toBe(names.length);
    }
  });
});
