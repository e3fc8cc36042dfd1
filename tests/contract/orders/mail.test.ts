import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { connect } from '#backend/db/connect.ts';
import { emails } from '#backend/db/email-tables.ts';
import type { Email } from '#backend/mail/email.ts';
import { enqueue, sendNext } from '#backend/mail/queue.ts';
import { startSender } from '#backend/mail/sender.ts';
import { type FreshDatabase, freshDatabase } from '../../database/fresh.ts';

const FROM = 'Turare <orders@turare.example>';
let database: FreshDatabase;
let connection: ReturnType<typeof connect>;

beforeAll(async () => {
  database = await freshDatabase();
  connection = connect(database.url);
});
afterAll(async () => {
  await connection?.close();
  await database?.drop();
});

const email = (id: string, recipient = 'amina@example.com'): Email => ({
  id,
  recipient,
  subject: 'Your order is confirmed ₦',
  text: 'Thank you, Ṣadé.',
  html: '<p>Thank you, Ṣadé.</p>',
});

/** A mail server on this machine, and the emails that it received. `refuses` decides by recipient. */
async function mailServer(refuses: (recipient: string) => boolean = () => false, port = 0) {
  const arrived: { to: string[]; raw: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(refuses(address) ? new Error('No such mailbox') : undefined),
    onData: (stream, session, done) => {
      text(stream).then((raw) => {
        arrived.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw });
        done();
      }, done);
    },
  });
  server.on('error', () => {});
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  const close = () => new Promise<void>((done) => server.close(() => done()));
  onTestFinished(close);
  return { arrived, close, port: (listening.address() as AddressInfo).port };
}

function sender(port: number) {
  const errors: unknown[] = [];
  const settings = { smtpUrl: `smtp://127.0.0.1:${port}`, from: FROM };
  const stop = startSender(connection.db, settings, (error) => errors.push(error));
  onTestFinished(stop);
  return { errors, stop };
}

const row = async (id: string) => {
  const [found] = await connection.db.select().from(emails).where(eq(emails.id, id));
  return found;
};
const isSent = (id: string) =>
  vi.waitFor(async () => expect((await row(id))?.sentAt).toBeInstanceOf(Date), 10_000);

describe('the email queue', () => {
  test('sends an email once, with its words, sender and Message-ID', async () => {
    const server = await mailServer();
    await enqueue(connection.db, email('paid:ord_1'));
    await enqueue(connection.db, email('paid:ord_1'));
    const { errors } = sender(server.port);
    await isSent('paid:ord_1');
    await enqueue(connection.db, email('paid:ord_1'));
    await enqueue(connection.db, email('paid:ord_2', 'musa@example.com'));
    await isSent('paid:ord_2');

    expect(server.arrived.map(({ to }) => to)).toEqual([
      ['amina@example.com'],
      ['musa@example.com'],
    ]);
    const raw = server.arrived[0]?.raw ?? '';
    expect(raw).toContain('From: Turare <orders@turare.example>');
    expect(raw).toContain('Message-ID: <paid.ord_1@turare.example>');
    expect(raw).toMatch(/Content-Type: text\/plain[\s\S]*Content-Type: text\/html/);
    expect(errors).toEqual([]);
  });

  test('keeps an email while the mail server is down, and sends it when it is back', async () => {
    const down = await mailServer();
    await down.close();
    await enqueue(connection.db, email('paid:ord_3'));
    const first = sender(down.port);
    await vi.waitFor(async () => expect((await row('paid:ord_3'))?.tries).toBe(1), 10_000);
    await first.stop();
    const waiting = await row('paid:ord_3');
    expect(waiting?.sentAt).toBeNull();
    expect(waiting?.lastError).toMatch(/ECONNREFUSED/);
    expect(waiting?.nextTryAt.getTime()).toBeGreaterThan(Date.now() + 30_000);

    const back = await mailServer(undefined, down.port);
    await connection.db
      .update(emails)
      .set({ nextTryAt: sql`now()` })
      .where(eq(emails.id, 'paid:ord_3'));
    sender(back.port);
    await isSent('paid:ord_3');
    expect(back.arrived).toHaveLength(1);
  });

  test('continues after a mailbox that is refused', async () => {
    const server = await mailServer((recipient) => recipient.startsWith('gone'));
    await enqueue(connection.db, email('paid:ord_4', 'gone@example.com'));
    await enqueue(connection.db, email('paid:ord_5', 'here@example.com'));
    sender(server.port);
    await isSent('paid:ord_5');
    expect((await row('paid:ord_4'))?.lastError).toContain('No such mailbox');
    expect((await row('paid:ord_4'))?.sentAt).toBeNull();
  });

  test('two processes never send the same email', async () => {
    for (let n = 0; n < 20; n++) await enqueue(connection.db, email(`paid:many_${n}`));
    const sent: string[] = [];
    const work = async () => {
      while (await sendNext(connection.db, async ({ id }) => void sent.push(id)));
    };
    await Promise.all([work(), work(), work()]);
    expect(sent.filter((id) => id.startsWith('paid:many_'))).toHaveLength(20);
    expect(new Set(sent).size).toBe(sent.length);
  });
});
