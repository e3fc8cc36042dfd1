import { afterAll, beforeAll, expect, it } from 'vitest';
import { cookieHeader } from '#backend/office/frame/cookie.ts';
import { openShop } from '../shop.harness.ts';
import { browser, type OfficeShop, openOffice, type Person } from './office.harness.ts';

let shop: OfficeShop;
let owner: Person;

beforeAll(async () => {
  shop = await openOffice();
  owner = await shop.signIn('owner', 'Bola');
});
afterAll(() => shop.close());

it('shows a page to a person who is signed in, and leads anybody else to the login page', async () => {
  const page = await owner.open('/admin/more');
  expect(page.status).toBe(200);
  expect(page.text).toContain('You are signed in as an owner.');
  const stranger = await browser(shop, shop.origin, '').open('/admin/more?x=1');
  expect([stranger.status, stranger.location]).toEqual([
    303,
    '/admin/way-in?next=%2Fadmin%2Fmore%3Fx%3D1',
  ]);
});

it('says over https that it is to be opened so, and compresses no page: each has secrets and what was asked', async () => {
  const secure = await openOffice({ settings: { SITE_URL: 'https://shop.test' } });
  try {
    const person = await secure.signIn('owner');
    const { status, headers } = await person.open('/admin/more');
    expect(status).toBe(200);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    const { headers: ofApi } = await secure.get('/api/product');
    expect(ofApi.get('strict-transport-security')).toBe('max-age=31536000');
    const cookie = cookieHeader(secure.origin, person.token);
    const asked = { headers: { cookie, 'accept-encoding': 'gzip, br' } };
    const answer = await secure.app.request(`${secure.origin}/admin/orders?find=gift`, asked);
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, null]);
  } finally {
    await secure.close();
  }
});

it('ends only the session of this browser', async () => {
  const person = await shop.signIn('packer');
  const after = await person.submit('/admin/more', '/admin/sign-out');
  expect(after.text).toContain('Sign in');
  expect((await person.open('/admin/more')).status).toBe(303);
  expect((await owner.open('/admin/more')).status).toBe(200);
});

it('does not exist unless it is turned on', async () => {
  const plain = await openShop();
  try {
    const [office, unknown] = await Promise.all(
      ['/admin', '/nothing-is-here'].map(async (path) => {
        const answer = await plain.app.request(`http://127.0.0.1:4321${path}`);
        return [answer.status, await answer.text()];
      }),
    );
    expect(office).toEqual(unknown);
    expect(office?.[0]).toBe(404);
  } finally {
    await plain.close();
  }
});
