import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { invitePerson } from '#backend/staff/people.ts';
import { type Authenticator, phone } from './authenticator.harness.ts';
import { browser, type Person, type Seen } from './office.harness.ts';
import { formOf, openOrdersOffice } from './orders-office.harness.ts';

/** Actions that ask for the passkey once more. The first ₦10,000 of an order are refunded without it. */
let shop: Awaited<ReturnType<typeof openOrdersOffice>>;
let bola: Pick<Person, 'open' | 'send' | 'submit'>;
let device: Authenticator;
let cookie = '';

const ask = (path: string, body: object, headers: Record<string, string> = {}) =>
  shop.post(`/admin/${path}`, body, { origin: shop.origin, ...headers });

beforeAll(async () => {
  shop = await openOrdersOffice({ CONFIRM_REFUND_KOBO: '1000000' });
  const invited = await invitePerson(
    shop.services.db,
    { name: 'command', role: 'owner' },
    { name: 'Bola', role: 'owner' },
  );
  if (!invited.ok) throw new Error(invited.refusal.message);
  const { secret } = invited.value;
  device = phone(shop.origin);
  const { options } = (await ask('join/options', { secret })).body;
  const joined = await ask('join/verify', { secret, credential: device.create(options) });
  cookie = joined.headers.get('set-cookie')?.split(';')[0] ?? '';
  bola = browser(shop, shop.origin, cookie);
});
afterAll(() => shop.close());
// She has signed in this morning.
beforeEach(() =>
  shop.services.db.execute(sql`update staff_sessions set proved_at = now() - interval '1 hour'`),
);

/** Uses the passkey once more, in the same browser. */
async function confirm(): Promise<void> {
  const { body } = await ask('way-in/options', {}, { cookie });
  const credential = device.get(body);
  const answer = await ask('way-in/verify', { credential }, { cookie });
  expect(answer.status).toBe(200);
  // The session continues, so the sent form is still hers.
  expect(answer.headers.get('set-cookie')?.split(';')[0]).toBe(cookie);
}

/** Expects the page that asks, with the form that it keeps. */
function expectAsked(answer: Seen): void {
  expect(answer.status).toBe(401);
  expect(answer.text).toContain(
    'Nothing was done yet. Large refunds, the file of all customers and what is done to owners need your passkey once more.',
  );
}

describe('a refund', () => {
  const page = (id: string) => `/admin/orders/${id}`;
  const amounts = async (order: Awaited<ReturnType<typeof shop.pay>>) =>
    (await shop.refundsAtPaystack(order)).map(({ amount }) => amount);
  const refund = (id: string, fields: Record<string, string>) =>
    bola.submit(page(id), `${page(id)}/refund`, fields);

  test('of a large amount is made with the passkey, once, from the form that was sent', async () => {
    const order = await shop.pay();
    const asked = await refund(order.id, { how: 'all' });
    expectAsked(asked);
    expect(await amounts(order)).toEqual([]);
    await confirm();
    const kept = formOf(asked, `${page(order.id)}/refund`);
    expect((await bola.send(kept)).status).toBe(303);
    expect((await bola.send(kept)).status).toBe(303);
    expect(await amounts(order)).toEqual([1_300_000]);
  });

  test('of a small amount needs no passkey, until the order’s refunds add up to a large amount', async () => {
    const order = await shop.pay();
    expect((await refund(order.id, { how: 'part', for: 'other', amount: '10000' })).status).toBe(
      200,
    );
    expectAsked(await refund(order.id, { how: 'part', for: 'other', amount: '1' }));
    expect(await amounts(order)).toEqual([1_000_000]);
  });
});

test('a refund to an account that somebody types needs the passkey, whatever its amount', async () => {
  const order = await shop.pay();
  await shop.happen(order.reference, { event: 'refund.needs-attention', amount: 100_000 });
  const home = await vi.waitFor(async () => {
    const seen = await bola.open(`/admin/orders/${order.id}`);
    expect(seen.text).toContain('Enter her account');
    return seen;
  });
  const [page = ''] = /\/admin\/orders\/[^"]+\/account\/\d+/.exec(home.html) ?? [];
  const typed = { bank: '3', number: '0123456789', name: 'customer sandbox' };
  const wrong = await bola.submit(page, page, { ...typed, number: '12' });
  expectAsked(wrong);
  await confirm();
  const faulty = await bola.send(formOf(wrong, page));
  expect(faulty.text).toContain('Enter the ten digits of the account number.');
  const stranger = await bola.submit(page, page, { ...typed, name: 'Somebody Else' });
  expect(stranger.text).toContain('the account belongs to SANDBOX CUSTOMER');
  expect(stranger.html).toContain('value="Somebody Else"');
  expect((await bola.submit(page, page, typed)).status).toBe(200);
  const [refund] = await shop.refundsAtPaystack(order);
  expect(refund).toMatchObject({ status: 'processing', amount: 100_000 });
  const after = await bola.open(`/admin/orders/${order.id}`);
  expect(after.text).toContain(
    'An account was entered for a refund: Guaranty Trust Bank, ending in 6789',
  );
  expect((await bola.open(page)).text).toContain('This refund needs no account any more.');
});

test('the file of all customers needs the passkey', async () => {
  expectAsked(await bola.open('/admin/orders/csv'));
  await confirm();
  const file = await bola.open('/admin/orders/csv');
  expect(file.headers.get('content-type')).toContain('text/csv');
});

describe('a person', () => {
  const invite = (name: string, role: string) =>
    bola.submit('/admin/people', '/admin/people/invite', { name, role });
  const pathOf = async (name: string) =>
    new RegExp(`href="(/admin/people/[^"]+)"[^>]*>${name}<`).exec(
      (await bola.open('/admin/people')).html,
    )?.[1] ?? '';

  test('becomes an owner only with the passkey, whether invited or promoted', async () => {
    expectAsked(await invite('Ngozi', 'owner'));
    expect(await pathOf('Ngozi')).toBe('');
    expect((await invite('Ngozi', 'packer')).status).toBe(200);
    const path = await pathOf('Ngozi');
    expectAsked(await bola.submit(path, `${path}/role`, { role: 'owner' }));
    await confirm();
    const made = await bola.submit(path, `${path}/role`, { role: 'owner' });
    expect(made.text).toContain('Ngozi is now an owner.');
  });

  test('who is an owner gets a new link only with the passkey', async () => {
    const path = await pathOf('Ngozi');
    expectAsked(await bola.submit(path, `${path}/recover`));
  });

  test('who is an owner is removed, or made a packer, only with the passkey', async () => {
    const path = await pathOf('Ngozi');
    expectAsked(await bola.submit(path, `${path}/remove`));
    expectAsked(await bola.submit(path, `${path}/role`, { role: 'packer' }));
    await confirm();
    const made = await bola.submit(path, `${path}/role`, { role: 'packer' });
    expect(made.text).toContain('Ngozi is now a packer.');
    await shop.services.db.execute(
      sql`update staff_sessions set proved_at = now() - interval '1 hour'`,
    );
    expect((await bola.submit(path, `${path}/remove`)).text).toContain('Ngozi is removed.');
  });
});

test('an only owner adds another device only with the passkey, and Today reminds of it until there are two', async () => {
  const { db } = shop.services;
  await db.execute(sql`delete from staff where name <> 'Bola'`);
  const asks = 'Only one phone can open the back office as an owner.';
  const today = await bola.open('/admin');
  expect(today.text).toContain(asks);
  const page = /href="(\/admin\/people\/[\w-]+)"/.exec(today.html)?.[1] ?? '';
  expectAsked(await bola.submit(page, `${page}/device`));
  await confirm();
  const made = await bola.submit(page, `${page}/device`);
  const secret = /join#([\w-]{43})/.exec(made.html)?.[1] ?? '';
  const { options } = (await ask('join/options', { secret })).body;
  // A phone with a passkey makes no second one.
  expect(options.excludeCredentials).toHaveLength(1);
  const laptop = phone(shop.origin);
  const join = { secret, credential: laptop.create(options) };
  expect((await ask('join/verify', join)).status).toBe(200);
  expect((await ask('join/verify', join)).status).toBe(404);
  expect((await bola.open('/admin')).text).not.toContain(asks);
  // The first phone still signs in.
  await confirm();
  const wayIn = await browser(shop, shop.origin, '').open('/admin/way-in');
  expect(wayIn.text).toMatch(/Lost your only phone\?.*people -- recover NAME/);
});

test('somebody else’s passkey does not replace hers', async () => {
  const { body } = await ask('way-in/options', {}, { cookie });
  const credential = phone(shop.origin).get(body);
  expect((await ask('way-in/verify', { credential }, { cookie })).status).toBe(404);
  expectAsked(await bola.open('/admin/orders/csv'));
});
