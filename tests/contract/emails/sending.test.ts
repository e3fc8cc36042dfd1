import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { connect } from '#backend/db/connect.ts';
import { claimNext, enqueue, recordSent } from '#backend/mail/outbox.ts';
import { createSmtp, messageIdOf } from '#backend/mail/smtp.ts';
import { emails } from '#backend/mail/tables.ts';
import { type FreshDatabase, freshDatabase } from '../../database/fresh.ts';
import { email, emailsOf, FROM, mailServer } from './emails.harness.ts';

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

test('an email is sent once, with its words, sender and Message-ID', async () => {
  const { db } = connection;
  const server = await mailServer();
  await enqueue(db, email('paid:ord_1'));
  await enqueue(db, email('paid:ord_1'));
  const { log } = queue.sender(server.url);
  await queue.isSent('paid:ord_1');
  await enqueue(db, email('paid:ord_1'));
  await enqueue(db, email('paid:ord_2', 'musa@example.com'));
  await queue.isSent('paid:ord_2');

  expect(server.arrived.map(({ to }) => to)).toEqual([['amina@example.com'], ['musa@example.com']]);
  const raw = server.arrived[0]?.raw ?? '';
  expect(raw).toContain('From: Turare <orders@turare.example>');
  expect(raw).toMatch(/Message-ID: <paid\.ord_1@\w+\.turare\.example>/);
  expect(raw).toMatch(/Content-Type: text\/plain[\s\S]*Content-Type: text\/html/);
  expect(log).toEqual([]);
});

test('an email of a shop on trial says first that no payment is real', async () => {
  const server = await mailServer();
  const send = createSmtp({ url: server.url, from: FROM, testSign: true });
  await send({ ...email('paid:ord_trial'), createdAt: new Date() }, new AbortController().signal);
  const raw = server.arrived[0]?.raw ?? '';
  expect(raw).toMatch(/^Subject: .*\[Trial\]|^Subject: .*=\?UTF-8\?/m);
  expect(raw).toContain('No payment here is real');
});

test('an email waits while the mail server is down, and is sent when it is back', async () => {
  const down = await mailServer();
  await down.close();
  await enqueue(connection.db, email('paid:ord_3'));
  const first = queue.sender(down.url);
  await queue.hasFailed('paid:ord_3', 1);
  await first.stop();
  const waiting = await queue.row('paid:ord_3');
  expect(waiting).toMatchObject({ sentAt: null, deadAt: null });
  expect(waiting?.lastError).toMatch(/ECONNREFUSED/);
  expect(waiting?.nextTryAt.getTime()).toBeGreaterThan(Date.now() + 10_000);

  const back = await mailServer({ port: down.port });
  await connection.db
    .update(emails)
    .set({ nextTryAt: sql`now()` })
    .where(eq(emails.id, 'paid:ord_3'));
  queue.sender(back.url);
  await queue.isSent('paid:ord_3');
  expect(back.arrived).toHaveLength(1);
});

test('two processes never send the same email', async () => {
  const { db } = connection;
  for (let n = 0; n < 20; n++) await enqueue(db, email(`paid:many_${n}`));
  const sent: string[] = [];
  const work = async () => {
    for (let next = await claimNext(db); next; next = await claimNext(db)) {
      sent.push(next.id);
      await recordSent(db, next);
    }
  };
  await Promise.all([work(), work(), work()]);
  expect(sent).toHaveLength(20);
  expect(new Set(sent).size).toBe(20);
});

test('a crash after the server’s answer repeats an email under its Message-ID, and loses none', async () => {
  const { db } = connection;
  const server = await mailServer();
  await enqueue(db, email('paid:crash'));
  // The process that claimed it has died. It may have sent it.
  const claimed = await claimNext(db);
  if (!claimed) throw new Error('Nothing was due');
  expect(claimed).toMatchObject({ id: 'paid:crash', tries: 1 });
  queue.sender(server.url);
  await enqueue(db, email('paid:after'));
  await queue.isSent('paid:after');
  expect(server.arrived).toHaveLength(1);

  const passed = sql`${emails.nextTryAt} - interval '90 seconds'`;
  await db.update(emails).set({ nextTryAt: passed }).where(eq(emails.id, 'paid:crash'));
  await queue.isSent('paid:crash');
  const id = messageIdOf(claimed, 'turare.example');
  expect(server.arrived.at(-1)?.raw).toContain(`Message-ID: ${id}`);
});

test('an email that a restored database writes again is a different one to mail programs', async () => {
  const { db } = connection;
  const server = await mailServer();
  queue.sender(server.url);
  for (let time = 0; time < 2; time++) {
    await db.delete(emails).where(eq(emails.id, 'paid:restored'));
    await enqueue(db, email('paid:restored'));
    await queue.isSent('paid:restored');
  }
  const ids = server.arrived.map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw)?.[1]);
  expect(new Set(ids).size).toBe(2);
});

test('an address at which the server hangs delays neither other emails nor a stop', async () => {
  const { db } = connection;
  const server = await mailServer({
    recipient: (address) => (address.startsWith('tarpit') ? 'never' : null),
  });
  for (let n = 0; n < 10; n++) await enqueue(db, email(`paid:stuck_${n}`, 'tarpit@example.com'));
  const { log, stop } = queue.sender(server.url);
  await vi.waitFor(() => expect(server.asked).toEqual(['tarpit@example.com']), 10_000);
  for (let n = 0; n < 10; n++) await enqueue(db, email(`paid:free_${n}`, `b${n}@example.com`));
  for (let n = 0; n < 10; n++) await queue.isSent(`paid:free_${n}`);
  expect(server.asked.filter((address) => address.startsWith('tarpit'))).toHaveLength(1);

  const began = performance.now();
  await stop();
  expect(performance.now() - began).toBeLessThan(15_000);
  // The next process takes it at once: the interrupted try does not count.
  const due = await db.$count(emails, sql`sent_at is null and tries = 0 and next_try_at <= now()`);
  expect(due).toBe(10);
  expect(log).toEqual([]);
  await db.delete(emails);
});

/** Starts a server that accepts connections and stays silent. */
async function silentServer() {
  const server = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, connected: once(server, 'connection') };
}

test('a silent server is left after ten seconds', async () => {
  const { url, connected } = await silentServer();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const sent = createSmtp({ url, from: FROM })(
    { ...email('paid:silent'), createdAt: new Date() },
    new AbortController().signal,
  );
  const failed = expect(sent).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  await connected;
  vi.advanceTimersByTime(10_000);
  await failed;
});

test('a silent server delays a stop by seconds', async () => {
  const { url, connected } = await silentServer();
  await enqueue(connection.db, email('paid:silent'));
  const { stop } = queue.sender(url);
  await connected;
  const began = performance.now();
  await stop();
  expect(performance.now() - began).toBeLessThan(15_000);
  expect(await queue.row('paid:silent')).toMatchObject({ tries: 0, sentAt: null, deadAt: null });
});
