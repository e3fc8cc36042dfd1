import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '#backend/staff/actor.ts';
import { invitePerson, recoverPerson, removePerson } from '#backend/staff/people.ts';
import type { Answer } from '../shop.harness.ts';
import { type Authenticator, phone } from './authenticator.harness.ts';
import { browser, type OfficeShop, openOffice } from './office.harness.ts';

const BY: Actor = { name: 'command', role: 'owner' };
let shop: OfficeShop;
let people = 0;

beforeAll(async () => {
  shop = await openOffice({ settings: { CLIENT_ADDRESS_HEADER: 'x-real-ip' } });
});
afterAll(() => shop.close());

/** Sends a call of the page's script. */
const ask = (path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
  shop.post(`/admin/${path}`, body, {
    origin: shop.origin,
    'x-real-ip': `10.0.0.${++people % 250}`,
    ...headers,
  });

async function invitation() {
  const name = `Person ${++people}`;
  const made = await invitePerson(shop.services.db, BY, { name, role: 'packer' });
  if (!made.ok) throw new Error(made.refusal.message);
  return { name, secret: made.value.secret };
}

async function join(secret: string, device: Authenticator, wrong = {}): Promise<Answer> {
  const { body } = await ask('join/options', { secret });
  return ask('join/verify', { secret, credential: device.create(body.options, wrong) });
}

async function signIn(device: Authenticator, wrong = {}): Promise<Answer> {
  const { body } = await ask('way-in/options', {});
  return ask('way-in/verify', { credential: device.get(body, wrong) });
}

/** Whether an answer has signed its browser in. */
async function isIn(answer: Answer): Promise<boolean> {
  const cookie = answer.headers.get('set-cookie')?.split(';')[0];
  if (!cookie) return false;
  return (await browser(shop, shop.origin, cookie).open('/admin/more')).status === 200;
}

it('makes a passkey with a link, signs in with it, and gives a cookie that only we read', async () => {
  const { secret, name } = await invitation();
  const device = phone(shop.origin);
  const options = (await ask('join/options', { secret })).body;
  expect(options).toMatchObject({ name, options: { rp: { id: 'localhost' } } });
  const joined = await join(secret, device);
  expect(await isIn(joined)).toBe(true);
  const again = await signIn(device);
  expect(await isIn(again)).toBe(true);
  expect(again.headers.get('set-cookie')).toMatch(
    /^turare-admin=[\w-]{43}; Max-Age=43200; Path=\/admin; HttpOnly; SameSite=Strict$/,
  );
});

it('lets a link be used once, even by two people at once', async () => {
  const { secret } = await invitation();
  const offers = await Promise.all([1, 2, 3].map(() => ask('join/options', { secret })));
  const credentials = offers.map(({ body }) => phone(shop.origin).create(body.options));
  const answers = await Promise.all(
    credentials.map((credential) => ask('join/verify', { secret, credential })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  expect((await ask('join/options', { secret })).body).toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('This link was used or revoked'),
  });
});

it.each([
  ['another site', { origin: 'https://evil.example' }],
  ['a phone that has recognised nobody', { verified: false }],
  ['a challenge of its own', { challenge: 'b'.repeat(43) }],
])('refuses %s, to join and to sign in', async (_, wrong) => {
  const { secret } = await invitation();
  const device = phone(shop.origin);
  const refused = await join(secret, device, wrong);
  expect([refused.status >= 400, refused.headers.get('set-cookie')]).toEqual([true, null]);
  // The link is not used up.
  expect((await join(secret, device)).status).toBe(200);
  const out = await signIn(device, wrong);
  expect([out.status >= 400, out.headers.get('set-cookie')]).toEqual([true, null]);
});

it.each([
  ['a NUL in it', { challenge: 'a\0' }],
  ['half of a character in it', { challenge: '\ud800' }],
  ['no text', { challenge: 7 }],
  ['nothing', null],
])('refuses a signed challenge that has %s', async (_, data) => {
  const device = phone(shop.origin);
  const { secret } = await invitation();
  await join(secret, device);
  const credential = device.get((await ask('way-in/options', {})).body);
  const clientDataJSON = Buffer.from(JSON.stringify(data)).toString('base64url');
  const { response } = credential as { response?: object };
  const forged = { ...credential, response: { ...response, clientDataJSON } };
  expect(await ask('way-in/verify', { credential: forged })).toMatchObject({
    status: 400,
    body: { code: 'invalid' },
  });
  // It used nothing up.
  expect((await ask('way-in/verify', { credential })).status).toBe(200);
});

it('accepts a challenge once, within five minutes, and only for its purpose', async () => {
  const device = phone(shop.origin);
  const { secret } = await invitation();
  await join(secret, device);
  const { body } = await ask('way-in/options', {});
  const credential = device.get(body);
  expect((await ask('way-in/verify', { credential })).status).toBe(200);
  expect((await ask('way-in/verify', { credential })).body.message).toContain('took too long');

  const late = (await ask('way-in/options', {})).body;
  await shop.services.db.execute(
    sql`update staff_challenges set expires_at = expires_at - interval '5 minutes'`,
  );
  expect((await ask('way-in/verify', { credential: device.get(late) })).status).toBe(400);

  const other = await invitation();
  const forSignIn = (await ask('way-in/options', {})).body;
  const joins = phone(shop.origin).create(forSignIn);
  const answer = await ask('join/verify', { secret: other.secret, credential: joins });
  expect(answer.status).toBe(400);
});

it.each([
  ['recovered', recoverPerson],
  ['removed', removePerson],
])('knows no passkey of a person who was %s', async (_, end) => {
  const { secret, name } = await invitation();
  const device = phone(shop.origin);
  await join(secret, device);
  await end(shop.services.db, BY, name);
  const answer = await signIn(device);
  expect(answer.body.message).toContain('does not know this passkey any more');
  expect(answer.headers.get('set-cookie')).toBeNull();
});

it('refuses another site before it reads anything, and refuses invalid credentials', async () => {
  for (const path of ['way-in/options', 'way-in/verify', 'join/options', 'join/verify']) {
    const foreign = await ask(path, {}, { origin: 'https://evil.example' });
    expect([foreign.status, foreign.body]).toEqual([403, expect.stringContaining('was not sent')]);
  }
  for (const body of [{}, { credential: { id: 1 } }, { credential: null, secret: 'x' }]) {
    expect((await ask('way-in/verify', body)).status).toBe(400);
    expect((await ask('join/verify', body)).status).toBe(400);
  }
});

it('lets no stranger lock anybody out, even on the same network, and limits the stored challenges', async () => {
  const asked = { 'x-real-ip': '41.58.1.1' };
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => ask('way-in/options', {}, asked)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await shop.services.db.execute(sql`
    insert into staff_challenges (challenge, expires_at)
    select 'made-' || n, now() + n * interval '1 millisecond' from generate_series(1, 10500) n`);
  expect((await ask('way-in/options', {}, asked)).status).toBe(200);
  const { rows } = await shop.services.db.execute(
    sql`select count(*)::int as kept from staff_challenges where invitation is null`,
  );
  expect(rows).toEqual([{ kept: 10_000 }]);
});
