import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts } from '#backend/accounts/tables.ts';
import { emails } from '#backend/mail/tables.ts';
import { deliveryState } from '#backend/order-book/words.ts';
import { staffActions } from '#backend/staff/action-tables.ts';
import { signUp } from '../accounts/account.harness.ts';
import { type OfficeShop, openOffice, type Person } from './office.harness.ts';

/** The pages of failed emails, and of accounts. */
let shop: OfficeShop;
let owner: Person;
beforeAll(async () => {
  shop = await openOffice();
  owner = await shop.signIn('owner', 'Ada');
});
afterAll(() => shop.close());

const WAITING = {
  id: 'paid:x',
  recipient: 'ada@example.com',
  subject: 'Test',
  text: '',
  html: '',
  unsubscribeUrl: null,
  createdAt: new Date(),
  sentAt: null,
  deadAt: null,
  nextTryAt: new Date(0),
  lastError: null,
};
const dead = (id: string) =>
  shop.services.db.insert(emails).values({
    id,
    recipient: `${id.slice(5)}@example.com`,
    subject: `Order ${id}`,
    text: 'Thank you.',
    html: '<p>Thank you.</p>',
    deadAt: new Date(),
    lastError: '550 <no> such mailbox',
  });
const isDead = async (id: string) => {
  const [row] = await shop.services.db.select().from(emails).where(eq(emails.id, id));
  return row?.deadAt !== null;
};

test('a shop without a mail server says so, and where to read its emails', async () => {
  const { html, text } = await owner.open('/admin/emails');
  expect(text).toContain('This shop has no mail server (SMTP_URL), so no email leaves it.');
  expect(text).not.toContain('waits for its first try');
  expect(html).toContain('href="/dev/mail"');
  expect((await shop.app.request('/dev/mail')).status).toBe(200);
  expect(deliveryState({ ...WAITING, tries: 0 }, false)).toBe(
    'not sent: the shop has no mail server',
  );
});

test('a failed email is retried by its button, and the others together by another', async () => {
  await dead('paid:a');
  await dead('paid:b');
  await dead('paid:c');
  const packer = await shop.signIn('packer');
  const seen = await packer.open('/admin/emails');
  expect(seen.text).toContain('To a@example.com');
  expect(seen.text).toContain('550 <no> such mailbox');
  expect(seen.forms.filter(({ action }) => action.startsWith('/admin/emails'))).toEqual([]);

  const page = await owner.open('/admin/emails');
  const one = page.forms.find(({ action }) => action === '/admin/emails/paid%3Ab/retry');
  if (!one) expect.fail('no button');
  await owner.send(one);
  expect([await isDead('paid:a'), await isDead('paid:b')]).toEqual([true, false]);
  // Another person still has the page open.
  const again = await owner.send(one, { _form: 'x'.repeat(22) });
  expect(again.text).toContain('paid:b is not among the emails that could not be delivered');
  const all = await owner.submit('/admin/emails', '/admin/emails/retry-all');
  expect(all.text).toContain('2 emails will be tried again.');
  const { db } = shop.services;
  const actions = await db
    .select()
    .from(staffActions)
    .where(eq(staffActions.action, 'email.retry'));
  expect(actions.map(({ subject }) => subject).sort()).toEqual(['paid:a', 'paid:b', 'paid:c']);
});

test('a shopper is found, blocked, unblocked, and erased once her address is typed', async () => {
  const { email, id, auth } = await signUp(shop, 'ngozi@example.com', { fullName: 'Ngozi Eze' });
  const phone = '0803 555 0142';
  await shop.post('/api/account/profile', { fullName: 'Ngozi Eze', phone }, auth);
  const found = await owner.open('/admin/accounts?q=NGOZI');
  expect(found.html).toContain(`href="/admin/accounts/${id}"`);
  const page = `/admin/accounts/${id}`;
  expect((await owner.open(page)).text).toContain(phone);
  expect((await owner.submit(page, `${page}/block`)).text).toContain('The account is blocked.');
  expect((await owner.open(page)).text).toContain('Blocked by Ada');
  expect((await owner.submit(page, `${page}/unblock`)).text).toContain('not blocked.');
  const refused = await owner.submit(page, `${page}/erase`, { confirmed: 'eze@example.com' });
  expect(refused.status).toBe(400);
  expect(await shop.services.db.$count(accounts, eq(accounts.id, id))).toBe(1);
  const erased = await owner.submit(page, `${page}/erase`, { confirmed: email });
  expect(erased.text).toContain('The account is erased.');
  expect(await shop.services.db.$count(accounts, eq(accounts.id, id))).toBe(0);
  expect((await owner.open(page)).status).toBe(404);
});

test('a search that finds nobody says so, without running what was typed', async () => {
  const page = await owner.open(`/admin/accounts?q=${encodeURIComponent('<b>%')}`);
  expect(page.text).toContain("No shopper has '<b>%' in the address, name or phone number.");
  expect(page.html).not.toContain('<b>');
});
