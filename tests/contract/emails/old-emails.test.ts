import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepAccounts } from '#backend/customers/sweep.ts';
import { retryDead } from '#backend/emails/undelivered.ts';
import { CONTENT_DAYS } from '#backend/mail/old-emails.ts';
import { claimNext } from '#backend/mail/outbox.ts';
import { openShop, type TestShop } from '../shop.harness.ts';

/** The sweeper's effect on emails: personal data is stored no longer than needed. */

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const ago = (days: number) => `now() - interval '${days} days'`;
const old = ago(CONTENT_DAYS + 1);
const write = (id: string, times: { sent?: string; dead?: string; created: string }) =>
  shop.services.db.execute(
    sql.raw(`insert into emails (id, recipient, subject, text, html, created_at, sent_at, dead_at, next_try_at, expires_at)
      values ('${id}', 'ada@example.com', 'Your order', 'Dear Ada', '<p>Dear Ada</p>', ${times.created},
        ${times.sent ?? 'null'}, ${times.dead ?? 'null'}, ${times.dead ? "'infinity'" : 'now()'}, now() + interval '1 day')`),
  );
const contents = async () => {
  const { rows } = await shop.services.db.execute<{ id: string; text: string; html: string }>(
    sql`select id, text, html, recipient, subject from emails order by id`,
  );
  return Object.fromEntries(rows.map(({ id, text, html }) => [id, [text, html]]));
};
const WHOLE = ['Dear Ada', '<p>Dear Ada</p>'];
const EMPTY = ['', ''];

test('an email loses only its content, a month after it was sent or given up', async () => {
  const { db } = shop.services;
  await write('paid:old', { created: old, sent: old });
  await write('paid:new', { created: old, sent: ago(CONTENT_DAYS - 1) });
  await write('paid:dead', { created: old, dead: old });
  await write('paid:dead-lately', { created: old, dead: ago(1) });
  // The mail server was away all the time: it is still to be sent.
  await write('paid:waits', { created: old });
  await sweepAccounts(db);
  expect(await contents()).toEqual({
    'paid:old': EMPTY,
    'paid:new': WHOLE,
    'paid:dead': EMPTY,
    'paid:dead-lately': WHOLE,
    'paid:waits': WHOLE,
  });
});

test('a dead letter without its content is not sent again', async () => {
  const { db } = shop.services;
  const actor = { name: 'Bola', role: 'owner' } as const;
  expect(await retryDead(db, actor, null)).toEqual({ ok: true, value: ['paid:dead-lately'] });
  const sent = [await claimNext(db), await claimNext(db), await claimNext(db)];
  expect(sent.map((email) => email?.text)).toEqual(['Dear Ada', 'Dear Ada', undefined]);
});

test('thousands are emptied in one sweep', async () => {
  const { db } = shop.services;
  await db.execute(
    sql.raw(`insert into emails (id, recipient, subject, text, html, created_at, sent_at)
      select 'paid:' || n, 'ada@example.com', '', 'Words', '', ${old}, ${old} from generate_series(1, 2500) as n`),
  );
  await sweepAccounts(db);
  const { rows } = await db.execute(sql`select from emails where text = 'Words'`);
  expect(rows).toHaveLength(0);
});
