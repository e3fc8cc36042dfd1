import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import type { Actor, Role } from '#backend/staff/actor.ts';
import { invitationLink } from '#backend/staff/invitations.ts';
import { invitePerson, recoverPerson } from '#backend/staff/people.ts';
import { expect, test } from '../support/fixtures.ts';
import { OFFICE, signedIn } from '../support/office.ts';
import { inOwnShop } from '../support/own-shop.ts';
import { givePhone } from '../support/passkeys.ts';

test.use({
  baseURL: OFFICE,
  // The browser reports each refused call, and the page of a refused form.
  allowConsole: [/Failed to load resource: .* 40[134]/],
});

const COMMAND: Actor = { name: 'command', role: 'owner' };
const freshName = (name: string) => `${name} ${randomBytes(3).toString('hex')}`;

/** Does what `npm run people` does. */
async function linkByCommand(name: string, role: Role | null): Promise<string> {
  let link = '';
  await inOwnShop(async (db) => {
    const made = role
      ? await invitePerson(db, COMMAND, { name, role })
      : await recoverPerson(db, COMMAND, name);
    if (!made.ok) throw new Error(made.refusal.message);
    link = invitationLink(OFFICE, made.value);
  });
  return link;
}

async function join(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  await expect(page.getByRole('link', { name })).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/admin/more');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
}

test('the file of all orders asks for an old passkey, and the page then says that it came @own', async ({
  page,
}) => {
  const name = freshName('Bola');
  await givePhone(page);
  await join(page, await linkByCommand(name, 'owner'), name);
  await inOwnShop((db) =>
    db.execute(sql`update staff_sessions set proved_at = now() - interval '1 hour'`),
  );
  await page.goto('/admin/orders');
  await page.getByRole('link', { name: 'Download these orders as a spreadsheet' }).click();
  await expect(page.getByRole('heading', { name: 'Is it you?' })).toBeVisible();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Confirm' }).click();
  expect((await file).suggestedFilename()).toMatch(/^orders-.*\.csv$/);
  await expect(page.getByRole('heading', { name: 'It was you' })).toBeVisible();
  await expect(page.getByRole('status').first()).toHaveText(
    'The file is ready. Look in your downloads.',
  );
});

test('the first owner comes in by the link of a command, and later with her finger @core @own', async ({
  page,
}) => {
  const name = freshName('Bola');
  const phone = await givePhone(page);
  const link = await linkByCommand(name, 'owner');
  await join(page, link, name);
  expect(await phone.passkeys()).toBe(1);
  await signOut(page);

  // The requested page opens after signing in.
  await page.goto('/admin/people');
  await phone.knows(false);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('status').last()).toContainText(
    'No passkey was used. Press the button to try again. If this device has none of yours, choose another device',
  );
  await phone.knows(true);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'People' })).toBeVisible();

  // The link is used up.
  await page.context().clearCookies();
  await page.goto(link);
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  await expect(page.getByRole('status').last()).toContainText('This link was used or revoked');
});

for (const [what, change] of [
  ['does not ask who uses it', { hasUserVerification: false, isUserVerified: false }],
  ['keeps no passkeys', { hasResidentKey: false }],
  [
    'is an old USB key',
    { protocol: 'u2f', transport: 'usb', hasResidentKey: false, hasUserVerification: false },
  ],
] as const) {
  test(`a key that ${what} says what to do next @own`, async ({ page }) => {
    await givePhone(page, change);
    await page.goto(await linkByCommand(freshName('Bola'), 'owner'));
    await page.getByRole('button', { name: 'Make a passkey' }).click();
    const said = page.getByRole('status').last();
    await expect(said).toContainText(
      'If it fails again, give this phone or computer a screen lock',
    );
    await expect(page.getByRole('button', { name: 'Make a passkey' })).toBeEnabled();
  });
}

for (const name of ['UnknownError', 'OperationError', 'NotReadableError']) {
  test(`a phone whose browser says ${name} says what to do next @own`, async ({ page }) => {
    const fail = (name: string) => {
      const error = () =>
        Promise.reject(new DOMException('The credential manager said 50152.', name));
      Object.assign(navigator.credentials, { create: error, get: error });
    };
    const said = page.getByRole('status').last();
    await page.goto(await linkByCommand(freshName('Bola'), 'owner'));
    await page.evaluate(fail, name);
    await page.getByRole('button', { name: 'Make a passkey' }).click();
    await expect(said).toContainText(
      'If it fails again, give this phone or computer a screen lock',
    );
    await page.goto('/admin/way-in');
    await page.evaluate(fail, name);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(said).toContainText('choose another device');
    await expect(said).not.toContainText('50152');
  });
}

test('an owner invites a packer, who loses her phone and comes in with a new one @own', async ({
  page,
  browser,
}) => {
  await signedIn(page, 'owner');
  const name = freshName('Tunde');
  await page.goto('/admin/people');
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Make a link' }).click();
  const first = await page.getByLabel('The link').inputValue();

  const old = await browser.newPage();
  await givePhone(old);
  await join(old, first.trim(), name);
  await old.goto(`${OFFICE}/admin/people`);
  await expect(old.getByRole('heading', { name: 'Only an owner may do this' })).toBeVisible();

  await page.goto('/admin/people');
  await page.getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'Make a new link' }).click();
  const second = await page.getByLabel('The link').inputValue();
  // The lost phone loses access at once, and its passkey is worthless.
  await old.goto(`${OFFICE}/admin/more`);
  await old.getByRole('button', { name: 'Sign in' }).click();
  await expect(old.getByRole('status').last()).toContainText('does not know this passkey any more');

  const fresh = await browser.newPage();
  await givePhone(fresh);
  await join(fresh, second.trim(), name);
  await old.close();
  await fresh.close();
});

test('a lost phone of an owner is replaced by a command @own', async ({ page, browser }) => {
  const name = freshName('Ada');
  await givePhone(page);
  await join(page, await linkByCommand(name, 'owner'), name);
  const link = await linkByCommand(name, null);
  await page.goto('/admin/more');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  const fresh = await browser.newPage();
  await givePhone(fresh);
  await join(fresh, link, name);
  await fresh.close();
});

test('a bare address leads to localhost, where passkeys work @own', async ({ request }) => {
  const answer = await request.get(
    `${OFFICE.replace('localhost', '127.0.0.1')}/admin/way-in?next=/admin/people`,
  );
  expect(answer.url()).toBe(`${OFFICE}/admin/way-in?next=/admin/people`);
});

test('a form that is sent after its session has ended comes back as it was written @own', async ({
  page,
}) => {
  const name = freshName('Ngozi');
  await givePhone(page);
  await join(page, await linkByCommand(name, 'owner'), name);
  await page.goto('/admin/people');
  const invited = freshName('Emeka');
  await page.getByLabel('Name').fill(invited);
  await page.getByLabel('Role').selectOption('owner');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Make a link' }).click();
  await expect(page.getByText('Your session has ended, so nothing was saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('nothing was saved');
  await expect(page.getByLabel('Name')).toHaveValue(invited);
  await expect(page.getByLabel('Role')).toHaveValue('owner');
  await page.getByRole('button', { name: 'Make a link' }).click();
  await expect(page.getByRole('heading', { name: `${invited} is invited` })).toBeVisible();
});
