import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished, vi } from 'vitest';
import type { LogEntry } from '#backend/base/log.ts';
import type { connect } from '#backend/db/connect.ts';
import type { Email } from '#backend/mail/email.ts';
import { startSender } from '#backend/mail/sender.ts';
import { createSmtp } from '#backend/mail/smtp.ts';
import { emails } from '#backend/mail/tables.ts';

export const FROM = 'Turare <orders@turare.example>';

export const email = (id: string, recipient = 'amina@example.com'): Email => ({
  id,
  recipient,
  subject: 'Your order is confirmed ₦',
  text: 'Thank you, Ṣadé.',
  html: '<p>Thank you, Ṣadé.</p>',
});

/** The mail server's answer: a reply code that refuses, 'never' for no answer, or null to accept. */
type Reply = number | 'never' | null;
interface Behaviour {
  sender?: (address: string) => Reply;
  recipient?: (address: string) => Reply;
  content?: (raw: string) => Reply | Promise<Reply>;
  login?: () => Reply;
  port?: number;
}

const reply = (code: Reply, done: (error?: Error | null) => void): void => {
  if (code === 'never') return;
  const words = code !== null && code < 500 ? 'Try again later' : 'No such mailbox';
  done(code === null ? null : Object.assign(new Error(words), { responseCode: code }));
};

/** Starts a mail server on this machine. Returns its received emails and the requested recipients. */
export async function mailServer(behaviour: Behaviour = {}) {
  const arrived: { to: string[]; raw: string }[] = [];
  const asked: string[] = [];
  const options: SMTPServerOptions = {
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) =>
      reply(behaviour.login?.() ?? null, (error) => done(error, { user: 'shop' })),
    onMailFrom: ({ address }, _session, done) => reply(behaviour.sender?.(address) ?? null, done),
    onRcptTo({ address }, _session, done) {
      asked.push(address);
      reply(behaviour.recipient?.(address) ?? null, done);
    },
    onData(stream, session, done) {
      text(stream).then(async (raw) => {
        const code = (await behaviour.content?.(raw)) ?? null;
        if (code === null) {
          arrived.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw });
        }
        reply(code, done);
      }, done);
    },
  };
  const server = new SMTPServer(options);
  server.on('error', () => {});
  const listening = server.listen(behaviour.port ?? 0, '127.0.0.1');
  await once(listening, 'listening');
  const close = () => new Promise<void>((done) => server.close(() => done()));
  onTestFinished(close);
  const { port } = listening.address() as AddressInfo;
  return { arrived, asked, close, port, url: `smtp://127.0.0.1:${port}` };
}

/** Returns the tests' operations on the emails of one database. */
export function emailsOf({ db }: ReturnType<typeof connect>) {
  const row = async (id: string) => {
    const [found] = await db.select().from(emails).where(eq(emails.id, id));
    return found;
  };
  return {
    row,
    /** Starts a sender as the API does. */
    sender(url: string) {
      const log: LogEntry[] = [];
      const stop = startSender(db, createSmtp({ url, from: FROM }), (entry) => log.push(entry));
      onTestFinished(stop);
      return { log, stop };
    },
    isSent: (id: string) =>
      vi.waitFor(async () => expect((await row(id))?.sentAt).toBeInstanceOf(Date), 10_000),
    isDead: (id: string) =>
      vi.waitFor(async () => expect((await row(id))?.deadAt).toBeInstanceOf(Date), 10_000),
    /** Resolves when this many tries of an email have failed. */
    hasFailed: (id: string, tries: number) =>
      vi.waitFor(
        async () =>
          expect(await row(id)).toMatchObject({ tries, lastError: expect.any(String) as string }),
        10_000,
      ),
  };
}
