import { createTransport } from 'nodemailer';
import type { Database } from '#backend/db/connect.ts';
import type { Email } from './email.ts';
import { sendNext } from './queue.ts';

/** The mail server and the sender. */
export interface MailSettings {
  /** smtp://user:password@host:587 or smtps://… */
  smtpUrl: string;
  /** The sender that customers see. */
  from: string;
}

/** Milliseconds between two checks of an empty queue. */
const PAUSE = 2000;

/**
 * Sends the emails of the queue, one at a time, until it is stopped. A mail server that is down delays emails and loses
 * none.
 * @returns a function that stops it after the current email.
 */
export function startSender(
  db: Database,
  settings: MailSettings,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const transport = createTransport(settings.smtpUrl, { from: settings.from });
  const domain = settings.from.replace(/^.*@([^>\s]+).*$/, '$1');
  const send = async (email: Email) => {
    await transport.sendMail({
      to: email.recipient,
      subject: email.subject,
      text: email.text,
      html: email.html,
      messageId: `<${email.id.replace(/[^A-Za-z0-9._-]/g, '.')}@${domain}>`,
    });
  };

  let stopped = false;
  let wake = () => {};
  const work = (async () => {
    while (!stopped) {
      const sent = await sendNext(db, send).catch((error: unknown) => {
        onError(error);
        return false;
      });
      if (sent || stopped) continue;
      await new Promise<void>((done) => {
        const timer = setTimeout(done, PAUSE);
        wake = () => {
          clearTimeout(timer);
          done();
        };
      });
    }
  })();
  return async () => {
    stopped = true;
    wake();
    await work;
    transport.close();
  };
}
