import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cookieHeader } from '#backend/office/frame/cookie.ts';
import { signUp } from './accounts/account.harness.ts';
import { type OfficeShop, openOffice, type Person, routes } from './admin/office.harness.ts';
import { orderBody, product } from './shop.harness.ts';

/** Every address of the API and the back office, called by a stranger and by a packer as no page does. */
const LIVE = {
  SHOP_MODE: 'production',
  SITE_URL: 'https://turare.example',
  PAYSTACK_SECRET_KEY: 'sk_live_turare',
  ORDER_SEAL_KEY: 'seal'.repeat(8),
  SMTP_URL: 'smtp://127.0.0.1:1',
  MERCHANT_EMAIL: 'orders@turare.example',
};
const BUYER = {
  fullName: 'Zuwaira Kept',
  email: 'zuwaira@kept.example',
  phone: '0809 999 8877',
  address: '77 Hidden Close',
  city: 'Ikeja',
  state: 'Lagos',
  country: 'Nigeria',
} as const;
const OWNER = 'Halima Unseen';
const PERSONAL = /Zuwaira|kept\.example|999 ?8877|Hidden Close|Halima/;

let shop: OfficeShop;
let packer: Person;
let ids: string[];
beforeAll(async () => {
  shop = await openOffice({ products: [product({ id: 'oud' })], settings: LIVE });
  const owner = await shop.signIn('owner', OWNER);
  packer = await shop.signIn('packer');
  await signUp(shop, BUYER.email);
  const body = orderBody([['oud', 10_000, 1]], { shippingInfo: BUYER, email: BUYER.email });
  expect((await shop.post('/api/payment/initialize', body)).status).toBe(200);
  const { rows } = await shop.services.db.execute<{ id: string }>(sql`select id from orders`);
  ids = [rows[0]?.id ?? '', 'oud', owner.id, 'a%00b', '%ED%A0%80', '%zz', '__proto__', '..%2f'];
});
afterAll(() => shop?.close());

/** Returns the mounted routes: one that is added later is among them. */
const paths = () => [
  ...new Set(shop.app.routes.map(({ path }) => path).filter((path) => !path.includes('*'))),
];
/** Whether a method of a path has its own code. The code before every path answers all others. */
const isMounted = (path: string, method: string) =>
  shop.app.routes.some((route) => route.path === path && ['ALL', method].includes(route.method));
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];
const BODYLESS = ['GET', 'HEAD'];

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=edge';
const part = (head: string) =>
  `--edge\r\ncontent-disposition: form-data; ${head}\r\n\r\nx\r\n--edge--\r\n`;
/** Content types with bodies, most of which do not belong together. */
const BODIES: readonly (readonly [type: string | null, body: string | Uint8Array])[] = [
  [null, ''],
  [null, new Uint8Array([0xff, 0xfe, 0, 0xc0, 0x80])],
  ['', '{}'],
  ['application/json', ''],
  ['application/json', 'null'],
  ['application/json', '[]'],
  ['application/json', '"a\\u0000\\ud800"'],
  [
    'application/json',
    '{"__proto__":{"role":"owner"},"constructor":{"prototype":null},"email":{},"items":[null]}',
  ],
  ['application/json', '['.repeat(50_000)],
  ['application/json', '\ufeff{"email":"a\\u0000@b.ng"}'],
  ['application/json', new Uint8Array([0x22, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0x22])],
  ['application/json; charset=utf-16', '{}'],
  ['application/JSON;a="', '{"email":"nobody","productId":"oud","cart":1e400}'],
  ['text/html, application/json', '{}'],
  [FORM, 'a=%zz&b=%00&__proto__=x&_csrf=&_form='],
  [FORM, new Uint8Array([0x61, 0x3d, 0xff, 0x26, 0x00])],
  ['multipart/form-data', part('name="a"')],
  ['multipart/form-data; boundary=', part('name="a"')],
  [MULTIPART, 'no part'],
  [MULTIPART, part('name="file"; filename="../../a\0b.zip"')],
  [MULTIPART, part("filename*=utf-8''%ED%A0%80")],
  ['application/x-ndjson', '{}\n{}'],
];

/** Returns the content of each table that such a call must leave alone: not limits, nor challenges for signing in. */
async function stored() {
  const { db } = shop.services;
  const { rows } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' 
      and tablename not in ('rate_limits', 'staff_challenges')`,
  );
  const contents = rows.map(async ({ name }) => {
    const { rows: found } = await db.execute<{ hash: string }>(
      sql`select md5(string_agg(row, '|' order by row)) as hash
        from (select (to_jsonb(t) - 'seen_at')::text as row from ${sql.identifier(name)} t) rows`,
    );
    return [name, found[0]?.hash] as const;
  });
  return Object.fromEntries(await Promise.all(contents));
}

interface Call {
  method: string;
  address: string;
  type: string | null;
  body: string | Uint8Array | undefined;
}

interface Sent {
  headers: Record<string, string>;
  bodies: typeof BODIES;
  /** Whether an answer at a path may hold personal data. */
  reads?(path: string): boolean;
}

/** Calls an address in every way. Returns what went wrong. */
async function callAll(path: string, { headers, bodies, reads = () => false }: Sent) {
  const wrong: string[] = [];
  const addresses = path.includes(':')
    ? ids.map((id) => path.replace(/:\w+(\{[^}]*\})?/g, id))
    : [path];
  const place = paths().indexOf(path);
  const calls = METHODS.flatMap((method): Call[] => {
    if (BODYLESS.includes(method)) {
      return addresses.map((address) => ({ method, address, type: null, body: undefined }));
    }
    // If no code is mounted, each body meets some of the paths.
    const sent = isMounted(path, method) ? bodies : [bodies[place % bodies.length] ?? []];
    return sent.map(([type = null, body], n) => {
      // Every body meets an address, every address a body.
      const address = addresses[n % addresses.length] ?? path;
      return { method, address, type, body };
    });
  });
  for (const { method, address, type, body } of calls) {
    const answer = await shop.app.request(shop.origin + address, {
      method,
      headers: { ...headers, ...(type !== null && { 'content-type': type }) },
      ...(body !== undefined && { body: body as string }),
    });
    const text = [await answer.text(), ...answer.headers.values()].join('\n');
    const call = `${answer.status} ${method} ${address} ${type} ${String(body).slice(0, 40)}`;
    if (answer.status >= 500) wrong.push(call);
    if (!reads(path) && PERSONAL.test(text.replaceAll(address, ''))) wrong.push(`tells: ${call}`);
  }
  return wrong;
}

test('no call without a session fails, reveals a person, or writes', async () => {
  const before = await stored();
  const wrong: string[] = [];
  for (const path of paths()) {
    const odd = { origin: shop.origin, authorization: 'Bearer a', cookie: 'a=%zz' };
    for (const headers of [{}, odd]) {
      wrong.push(...(await callAll(path, { headers, bodies: BODIES })));
    }
  }
  expect(paths().length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
  expect(await stored()).toEqual(before);
  expect(shop.log.filter(({ event }) => event === 'request_failed')).toEqual([]);
}, 300_000);

test('no call of a packer fails, or opens or changes what is reserved for owners', async () => {
  const [form] = (await packer.open('/admin/more')).forms;
  const own = (form?.fields ?? []).map(([name, value]) => `${name}=${value}`).join('&');
  const headers = { origin: shop.origin, cookie: cookieHeader(shop.origin, packer.token) };
  const bodies = [
    ...BODIES,
    ...['', '&name=%00', '&role=owner&id=__proto__&page=-1', '&amount=1e400&price=%E2%88%9E'].map(
      (more) => [FORM, own + more] as const,
    ),
  ];
  const open = new Set(routes.filter(({ role }) => role !== 'owner').map(({ path }) => path));
  const before = await stored();
  const wrong: string[] = [];
  for (const path of paths()) {
    if (path.startsWith('/admin/sign-out')) continue;
    wrong.push(...(await callAll(path, { headers, bodies, reads: (at) => open.has(at) })));
  }
  expect(wrong).toEqual([]);
  expect(await stored()).toEqual(before);
  expect(shop.log.filter(({ event }) => event === 'request_failed')).toEqual([]);
}, 300_000);
