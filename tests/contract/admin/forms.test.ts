import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { staff, staffForms } from '#backend/staff/tables.ts';
import { type OfficeShop, openOffice, type Person } from './office.harness.ts';

const INVITE = '/admin/people/invite';

let shop: OfficeShop;
let owner: Person;

beforeAll(async () => {
  shop = await openOffice();
  owner = await shop.signIn('owner', 'Bola');
});
afterAll(() => shop.close());

const inviteForm = async () => {
  const form = (await owner.open('/admin/people')).forms.find(({ action }) => action === INVITE);
  if (!form) throw new Error('the page has no form to invite');
  return form;
};
const people = (name: string) => shop.services.db.$count(staff, eq(staff.name, name));

it('processes a form that is sent twice once, and shows its result again', async () => {
  const form = await inviteForm();
  const first = await owner.send(form, { name: 'Tunde' });
  expect(first.text).toContain('Tunde is invited');
  const again = await owner.send(form, { name: 'Tunde two' });
  expect(again.status).toBe(303);
  expect((await owner.open(again.location ?? '')).text).toContain('Tunde is invited.');
  expect([await people('Tunde'), await people('Tunde two')]).toEqual([1, 0]);
});

it('processes a form that is sent ten times at once only once', async () => {
  const form = await inviteForm();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => owner.send(form, { name: 'Emeka' })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  // A second tap of the thumb gets the answer of the last request.
  const others = answers.filter(({ status }) => status === 303);
  expect(others).toHaveLength(9);
  expect(new Set(others.map(({ location }) => location)).size).toBe(1);
  expect(await people('Emeka')).toBe(1);
});

it('keeps what was typed in a refused form, and accepts it once it is corrected', async () => {
  const form = await inviteForm();
  const refused = await owner.send(form, { name: 'Bola', role: 'owner' });
  expect(refused.status).toBe(409);
  expect(refused.text).toContain('There is somebody named Bola already.');
  const shown = refused.forms.find(({ action }) => action === INVITE);
  expect(Object.fromEntries(shown?.fields ?? [])).toMatchObject({ name: 'Bola', role: 'owner' });
  const label = /<a href="#([\w-]+)">There is somebody/.exec(refused.html)?.[1];
  expect(refused.html).toContain(`id="${label}"`);
  expect((await owner.send(form, { name: 'Bola Ade' })).text).toContain('Bola Ade is invited');
});

it('does nothing if the result of an earlier form is unknown', async () => {
  const form = await inviteForm();
  const id = new Map(form.fields).get('_form') ?? '';
  // As left by a process that died during it.
  await shop.services.db.insert(staffForms).values({
    id,
    staffId: owner.id,
    sentAt: new Date(Date.now() - 60_000),
  });
  const answer = await owner.send(form, { name: 'Ghost' });
  expect(answer.status).toBe(409);
  expect(answer.text).toContain('and may still be running');
  expect(await people('Ghost')).toBe(0);
});

it('shows the result of a form only to the person who sent it', async () => {
  const form = await inviteForm();
  await owner.send(form, { name: 'Ifeoma' });
  const { location } = await owner.send(form, { name: 'Ifeoma' });
  const other = await shop.signIn('owner');
  expect((await other.open(location ?? '')).text).not.toContain('Ifeoma is invited.');
});

it('lets two owners change one person at once, and shows each the other’s change', async () => {
  const packer = await shop.signIn('packer', 'Kemi');
  const other = await shop.signIn('owner', 'Ada');
  const page = `/admin/people/${packer.id}`;
  const roleForm = async (person: Person) => {
    const form = (await person.open(page)).forms.find(({ action }) => action === `${page}/role`);
    if (!form) throw new Error('no form');
    return form;
  };
  const [mine, hers] = [await roleForm(owner), await roleForm(other)];
  expect((await owner.send(mine, { role: 'owner' })).status).toBe(303);
  const late = await other.send(hers, { role: 'packer' });
  expect(late.status).toBe(409);
  expect(late.text).toContain('nothing was saved');
  expect(late.text).toContain('Now in the shop: owner');
  const again = late.forms.find(({ action }) => action === `${page}/role`);
  if (!again) throw new Error('no form');
  expect(new Map(again.fields).get('role')).toBe('packer');
  expect((await other.send(again)).status).toBe(303);
  const [row] = await shop.services.db.select().from(staff).where(eq(staff.id, packer.id));
  expect(row?.role).toBe('packer');
});

it('ends a session after twelve hours', async () => {
  const person = await shop.signIn('packer');
  const age = (hours: number) =>
    shop.services.db.execute(
      sql`update staff_sessions set expires_at = expires_at - ${hours} * interval '1 hour' where staff_id = ${person.id}`,
    );
  await age(11.9);
  expect((await person.open('/admin/more')).status).toBe(200);
  await age(0.2);
  expect((await person.open('/admin/more')).status).toBe(303);
});

it('names no other site, is not cached, and runs no script', async () => {
  const { headers, html } = await owner.open('/admin/people');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('same-origin');
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/,
  );
  expect(html).toContain('<meta name="robots" content="noindex"');
  expect(html).not.toMatch(/<script|style=|onclick/);
});

it('writes what people type as text', async () => {
  await owner.submit('/admin/people', INVITE, { name: '<img src=x onerror=alert(1)>' });
  const { html } = await owner.open('/admin/people');
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(html).not.toContain('<img');
});
