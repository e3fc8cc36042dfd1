import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieHeader } from '#backend/office/frame/cookie.ts';
import type { Route } from '#backend/office/frame/routes.ts';
import { browser, type OfficeShop, openOffice, type Person, routes } from './office.harness.ts';

let shop: OfficeShop;
let owner: Person;
let packer: Person;
const stranger = () => browser(shop, shop.origin, '');

beforeAll(async () => {
  shop = await openOffice();
  [owner, packer] = await Promise.all([shop.signIn('owner'), shop.signIn('packer')]);
});
afterAll(() => shop.close());

/** Returns an address of a route, with ids of nothing. */
const addressOf = ({ path }: Route) => path.replace(/:\w+(\{[^}]*\})?/g, 'nothing');
const named = (wanted: readonly Route[]) =>
  wanted.map((route) => [`${route.method} ${route.path}`, route] as const);
const guarded = routes.filter(({ role }) => role !== 'anyone');
const pages = guarded.filter(({ method }) => method === 'GET');
const actions = guarded.filter(({ method }) => method === 'POST');
const emptyForm = (route: Route) => ({ action: addressOf(route), multipart: false, fields: [] });

/** The only addresses that anybody may open: those for signing in. */
const OPEN = [
  'GET /admin/way-in',
  'GET /admin/join',
  'POST /admin/way-in/options',
  'POST /admin/way-in/verify',
  'POST /admin/join/options',
  'POST /admin/join/verify',
];

it('names a role for every address, and lets anybody open only the login pages', () => {
  for (const route of routes) {
    expect(['anyone', 'owner', 'packer'], `${route.method} ${route.path}`).toContain(route.role);
    expect(route.path).toMatch(/^\/admin(\/|$)/);
  }
  const open = routes.filter(({ role }) => role === 'anyone');
  expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual(OPEN);
});

it('has no address twice', () => {
  const all = routes.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`);
  expect(all.filter((each, place) => all.indexOf(each) !== place)).toEqual([]);
});

describe.each(named(pages))('%s', (_, route) => {
  it('leads a stranger to the login page', async () => {
    const answer = await stranger().open(addressOf(route));
    expect([answer.status, answer.location]).toEqual([
      303,
      `/admin/way-in?next=${encodeURIComponent(addressOf(route))}`,
    ]);
  });

  it('opens for those who have the role, and tells others that they lack it', async () => {
    expect((await owner.open(addressOf(route))).status).toBeOneOf([200, 404]);
    const answer = await packer.open(addressOf(route));
    if (route.role === 'packer') return expect(answer.status).toBeOneOf([200, 404]);
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('Only an owner may do this');
  });
});

describe.each(named(actions))('%s', (_, route) => {
  it('does nothing for a stranger, and keeps what was sent until the login', async () => {
    const answer = await stranger().send(emptyForm(route), { note: 'kept <b>' });
    expect(answer.status).toBe(401);
    expect(answer.html).toContain('kept &lt;b&gt;');
  });

  it('does nothing without the token of the session, or with the token of another', async () => {
    const [token] = (await packer.open('/admin/more')).forms[0]?.fields ?? [];
    const foreign: Record<string, string>[] = [
      {},
      { _csrf: token?.[1] ?? '', _form: 'a'.repeat(22) },
    ];
    for (const fields of foreign) {
      const answer = await owner.send(emptyForm(route), fields);
      expect(answer.status).toBeOneOf([403, 404]);
      expect(answer.text).not.toContain('Only an owner');
    }
    expect((await owner.open('/admin/more')).status).toBe(200);
  });

  it('does nothing for another site, whatever it sends', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:4321']) {
      const answer = await owner.send(emptyForm(route), {}, { origin });
      expect([answer.status, answer.text]).toEqual([
        403,
        expect.stringContaining('was not sent from'),
      ]);
    }
  });
});

it.each(named(actions.filter(({ role }) => role === 'owner')))(
  '%s is refused to a packer, with her own token',
  async (_, route) => {
    const [form] = (await packer.open('/admin/more')).forms;
    const answer = await packer.send({ ...emptyForm(route), fields: form?.fields ?? [] });
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('Only an owner may do this');
  },
);

it('refuses an unknown cookie', async () => {
  for (const token of ['a'.repeat(43), owner.id, `${owner.token}x`]) {
    const answer = await browser(shop, shop.origin, cookieHeader(shop.origin, token)).open(
      '/admin/more',
    );
    expect(answer.status).toBe(303);
  }
});

it('answers 404 at an address that it does not have, to those who are signed in', async () => {
  expect((await owner.open('/admin/nothing/here')).status).toBe(404);
  expect((await stranger().open('/admin/nothing/here')).status).toBe(303);
});
