import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpCodeEmail } from '#backend/accounts/emails.ts';
import { claimNext, enqueue, recordFailed, recordRefused } from '#backend/mail/outbox.ts';
import { emails } from '#backend/mail/tables.ts';
import { email } from '../contract/emails/emails.harness.ts';
import { openShop, type TestShop } from '../contract/shop.harness.ts';
import { runOn } from './command.harness.ts';

let shop: TestShop;
let run: ReturnType<typeof runOn>;
beforeAll(async () => {
  shop = await openShop();
  run = runOn(shop, 'emails');
});
afterAll(() => shop.close());

const REFUSAL = '550 5.1.1 <gone@example.com>: No such mailbox\u001b[2J';
/** Makes the next email fail, which is this one. */
async function fail(id: string, record: typeof recordRefused | typeof recordFailed, why: string) {
  const { db } = shop.services;
  const claimed = await claimNext(db);
  if (claimed?.id !== id) throw new Error(`Not ${id} but ${claimed?.id} is the next`);
  await record(db, claimed, why);
}

test('the merchant lists undelivered emails and retries them', async () => {
  const { db } = shop.services;
  const code = signUpCodeEmail('late@example.com', '402913');
  await enqueue(db, email('paid:gone', 'gone@example.com'));
  await fail('paid:gone', recordRefused, REFUSAL);
  await enqueue(db, code);
  await fail(code.id, recordRefused, 'No such mailbox');
  await db.update(emails).set({ expiresAt: sql`now()` }).where(eq(emails.id, code.id));
  await enqueue(db, email('paid:slow', 'slow@example.com'));
  await fail('paid:slow', recordFailed, '450 Try again later');

  const listed = await run('list');
  expect(listed.code).toBe(0);
  const lines = listed.stdout.split('\n').map((line) => line.trim());
  expect(lines.filter((line) => /^(paid|account):/.test(line))).toEqual([
    'paid:gone',
    code.id,
    'paid:slow',
  ]);
  expect(lines[1]).toMatch(/^Your order is confirmed ₦, to gone@example\.com, of 20\d\d-/);
  expect(lines[2]).toMatch(
    /^could not be delivered, given up 20[\d: -]+: 550 5\.1\.1 <gone@example\.com>: No such mailbox \[2J$/,
  );
  expect(lines.at(-2)).toBe('waits to be tried again: 450 Try again later');

  const { body } = await shop.get('/dev/mail.json?to=gone@example.com');
  expect(body).toMatchObject([{ to: 'gone@example.com', undeliverable: REFUSAL }]);
  expect((await shop.get('/dev/mail')).body).toContain('Could not be delivered: 550 5.1.1');

  expect(await run('retry', code.id)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('or its code has expired'),
  });
  expect((await run('retry', '--all')).stdout).toBe('1 email will be tried again.\n');
  expect((await run('retry', '--all')).stdout).toBe('There was nothing to try again.\n');
  // On a slow machine the other one is also due by now.
  const due = [await claimNext(db), await claimNext(db)];
  expect(due).toContainEqual(expect.objectContaining({ id: 'paid:gone', tries: 1 }));
  expect(await run('retry')).toMatchObject({ code: 1, stdout: '' });
  expect((await run()).stdout).toMatch(/^npm run emails -- </);
});
