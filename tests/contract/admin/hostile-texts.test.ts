import { afterAll, beforeAll, expect, it } from 'vitest';
import { product } from '../shop.harness.ts';
import { browser, type OfficeShop, openOffice, type Person, routes } from './office.harness.ts';

/** Texts that PostgreSQL cannot store, and forms that no browser sends. */

let shop: OfficeShop;
let owner: Person;
beforeAll(async () => {
  shop = await openOffice({ products: [product({ id: 'oud', name: 'Oud' })] });
  owner = await shop.signIn('owner');
});
afterAll(() => shop.close());

const NUL = 'a\0b';
const HALF = 'a\ud800b';
const pages = routes.filter(({ method }) => method === 'GET');

it.each(['a%00b', '%ED%A0%80', '%zz'])('no page answers %s with a server error', async (text) => {
  const bad: string[] = [];
  for (const { path } of pages) {
    const named = path.replace(/:\w+(\{[^}]*\})?/g, text);
    const fields = ['q', 'find', 'page', 'from', 'to', 'id', 'status', 'show', 'next', 'back'];
    const query = fields.map((name) => `${name}=${text}`).join('&');
    for (const address of [named, `${named}?${query}`]) {
      const { status } = await owner.open(address);
      if (status >= 500) bad.push(`${status} ${address}`);
    }
  }
  expect(bad).toEqual([]);
});

it('no form answers them with a server error', async () => {
  const bad: string[] = [];
  let sent = 0;
  for (const path of pages.map((page) => page.path.replace(/:\w+(\{[^}]*\})?/g, 'oud'))) {
    for (const form of (await owner.open(path)).forms) {
      // One of them signs out.
      const person = await shop.signIn('owner');
      const own = form.fields.filter(([name]) => !name.startsWith('_'));
      const fields = Object.fromEntries(own.map(([name, value]) => [name, value + NUL + HALF]));
      const shown = (await person.open(path)).forms.find(({ action }) => action === form.action);
      const { status } = await person.send(shown ?? form, fields);
      sent++;
      if (status >= 500) bad.push(`${status} ${form.action}`);
    }
  }
  expect(bad).toEqual([]);
  expect(sent).toBeGreaterThanOrEqual(10);
});

it('no call of the login answers them with a server error', async () => {
  const credential = (text: string) => ({
    id: text,
    rawId: text,
    type: 'public-key',
    response: { clientDataJSON: text, userHandle: text },
  });
  for (const path of ['/admin/way-in/verify', '/admin/join/options', '/admin/join/verify']) {
    for (const text of [NUL, HALF]) {
      const answer = await shop.app.request(shop.origin + path, {
        method: 'POST',
        headers: { origin: shop.origin, 'content-type': 'application/json' },
        body: JSON.stringify({ secret: text, credential: credential(text) }),
      });
      expect([path, answer.status]).toEqual([path, 400]);
    }
  }
});

it('a form with too many fields is refused in a few words, signed in or not', async () => {
  const fields = Array.from({ length: 20_000 }, () => ['a', ''] as const);
  const form = { action: '/admin/people/invite', multipart: false, fields: [...fields] };
  for (const person of [owner, browser(shop, shop.origin, '')]) {
    const answer = await person.send(form as never);
    expect([answer.status, answer.html]).toEqual([413, 'This form has too many fields.']);
  }
});

it('a body with thousands of faults is answered in a few kilobytes', async () => {
  const items = Array.from({ length: 9000 }, () => ({ productId: 1 }));
  const answer = await shop.post('/api/payment/initialize', { items });
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body).length).toBeLessThan(16_000);
});
