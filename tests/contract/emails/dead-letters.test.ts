import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alreadyRegisteredEmail, signUpCodeEmail } from '#backend/accounts/emails.ts';
import { connect } from '#backend/db/connect.ts';
import {
  type ClaimedEmail,
  claimNext,
  enqueue,
  recordFailed,
  recordRefused,
} from '#backend/mail/outbox.ts';
import { emails } from '#backend/mail/tables.ts';
import { type FreshDatabase, freshDatabase } from '../../database/fresh.ts';
import { email, emailsOf, mailServer } from './emails.harness.ts';

let database: FreshDatabase;
let connection: ReturnType<typeof connect>;
let queue: ReturnType<typeof emailsOf>;

beforeAll(async () => {
  database = await freshDatabase();
  connection = connect(database.url);
  queue = emailsOf(connection);
});
afterAll(async () => {
  await connection?.close();
  await database?.drop();
});

const change = (id: string, set: Record<string, unknown>) =>
  connection.db.update(emails).set(set).where(eq(emails.id, id));
/** Makes every email that is to be retried due now. */
const due = () =>
  connection.db
    .update(emails)
    .set({ nextTryAt: sql`least(next_try_at, now())` })
    .where(sql`next_try_at < 'infinity'`);

describe('a refusal for good', () => {
  test.each([
    ['of the recipient', { recipient: (to: string) => (to.startsWith('gone') ? 550 : null) }],
    ['of the email itself', { content: (raw: string) => (raw.includes('gone@') ? 554 : null) }],
  ])('%s is not tried again, and the log says so', async (what, behaviour) => {
    const [dead, next, later] = ['dead', 'next', 'later'].map((name) => `paid:${what} ${name}`);
    const server = await mailServer(behaviour);
    await enqueue(connection.db, email(dead ?? '', 'gone@example.com'));
    await enqueue(connection.db, email(next ?? '', 'here@example.com'));
    const { log } = queue.sender(server.url);
    await queue.isSent(next ?? '');
    await queue.isDead(dead ?? '');
    await due();
    await enqueue(connection.db, email(later ?? '', 'here@example.com'));
    await queue.isSent(later ?? '');
    expect(server.asked.filter((address) => address.startsWith('gone'))).toHaveLength(1);
    expect(await queue.row(dead ?? '')).toMatchObject({ tries: 1, sentAt: null });
    expect((await queue.row(dead ?? ''))?.lastError).toContain('No such mailbox');
    expect(log).toEqual([{ event: 'email_undeliverable', email: dead, why: 'refused' }]);
  });

  test.each([
    ['the sender', '', { sender: () => 550 }],
    ['the login', 'shop:wrong@', { login: () => 535 }],
  ])('of %s is a fault of the settings: every email waits', async (what, login, behaviour) => {
    const id = `paid:${what}`;
    const server = await mailServer(behaviour);
    await enqueue(connection.db, email(id));
    const { log, stop } = queue.sender(server.url.replace('//', `//${login}`));
    await queue.hasFailed(id, 1);
    await stop();
    expect(await queue.row(id)).toMatchObject({ sentAt: null, deadAt: null });
    expect(log).toEqual([]);
    await connection.db.delete(emails).where(eq(emails.id, id));
  });
});

describe('a temporary refusal', () => {
  const claim = async (id: string): Promise<ClaimedEmail> => {
    await change(id, { nextTryAt: sql`now()` });
    const claimed = await claimNext(connection.db);
    if (claimed?.id !== id) throw new Error(`${id} is not due`);
    return claimed;
  };
  /** Fails an email. Returns the seconds until the next try; null if there is none. */
  const fail = async (id: string) => {
    await recordFailed(connection.db, await claim(id), '450 Try again later');
    const { deadAt, nextTryAt } = (await queue.row(id)) ?? {};
    return deadAt ? null : Math.round((Number(nextTryAt) - Date.now()) / 1000);
  };

  test('is tried again after pauses that grow to an hour', async () => {
    await enqueue(connection.db, email('paid:later'));
    const pauses = [];
    for (let n = 0; n < 11; n++) pauses.push(await fail('paid:later'));
    expect(pauses).toEqual([15, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]);
    // So many tries once made `power` overflow, and the email stayed first in line for ever.
    await change('paid:later', { tries: 2_000_000_000 });
    expect(await fail('paid:later')).toBe(3600);
    expect((await queue.row('paid:later'))?.deadAt).toBeNull();
  });

  test('ends as a dead letter after four days', async () => {
    await enqueue(connection.db, email('paid:never'));
    const { createdAt, expiresAt } = (await queue.row('paid:never')) ?? {};
    expect(Number(expiresAt) - Number(createdAt)).toBe(4 * 24 * 3_600_000);
    const server = await mailServer({ recipient: () => 450 });
    await change('paid:never', { expiresAt: sql`now() + interval '14 seconds'` });
    const { log } = queue.sender(server.url);
    await queue.isDead('paid:never');
    expect(await queue.row('paid:never')).toMatchObject({ tries: 1 });
    expect(log).toEqual([{ event: 'email_undeliverable', email: 'paid:never', why: 'expired' }]);
  });

  test('ends with the code, for an email with a code', async () => {
    const code = signUpCodeEmail('amina@example.com', '402913');
    const words = alreadyRegisteredEmail('amina@example.com');
    for (const each of [code, words]) await enqueue(connection.db, each);
    const minutes = async (id: string) => {
      const { createdAt, expiresAt } = (await queue.row(id)) ?? {};
      return (Number(expiresAt) - Number(createdAt)) / 60_000;
    };
    expect([await minutes(code.id), await minutes(words.id)]).toEqual([10, 60]);
    await connection.db.delete(emails).where(eq(emails.id, words.id));
    const pauses = [];
    for (let pause = await fail(code.id); pause !== null; pause = await fail(code.id)) {
      pauses.push(pause);
      // The time until the next try passes.
      await change(code.id, {
        expiresAt: sql`${emails.expiresAt} - ${pause}::int * interval '1 second'`,
      });
    }
    expect(pauses).toEqual([15, 30, 60, 120, 240]);
  });
});

test('an email that was not tried in time is not sent any more', async () => {
  const late = signUpCodeEmail('amina@example.com', '402913');
  const server = await mailServer();
  await enqueue(connection.db, late);
  await change(late.id, { expiresAt: sql`now()` });
  const { log } = queue.sender(server.url);
  await queue.isDead(late.id);
  expect(server.arrived).toEqual([]);
  expect(await queue.row(late.id)).toMatchObject({ lastError: 'It was not sent in time' });
  expect(log).toEqual([{ event: 'email_undeliverable', email: late.id, why: 'expired' }]);
});

test('a version without dead letters leaves them alone, and what another process has claimed', async () => {
  const { db } = connection;
  await db.delete(emails);
  for (const id of ['paid:dead', 'paid:claimed']) await enqueue(db, email(id));
  const first = await claimNext(db);
  const second = await claimNext(db);
  if (!first || !second) throw new Error('Both emails should be due');
  await recordRefused(db, first, '550 No such mailbox');
  // The email that this version takes next.
  const { rows } = await db.execute(
    sql`select id from emails where sent_at is null and next_try_at <= now() + interval '1 minute'`,
  );
  expect(rows).toEqual([]);
});
