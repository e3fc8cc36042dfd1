import { createTransport } from 'nodemailer';
import type { Database } from '#backend/db/connect.ts';
import type { Letter } from './email.ts';
import { sendNext } from './queue.ts';

/** How mail leaves the shop. */
export interface MailSettings {
  /** smtp://user:password@host:587 or smtps://… */
  smtpUrl: string;
  /** The sender that customers see. */
  from: string;
}

/** Milliseconds between two looks into an empty queue. */
const PAUSE = 2000;

/**
 * Sends what the queue holds, one letter after another, until stopped. A mail server that is down delays a
 * letter and loses none.
 * @returns stops, after the letter under way.
 */
export function startSender(
  db: Database,
  settings: MailSettings,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const transport = createTransport(settings.smtpUrl, { from: settings.from });
  const domain = settings.from.replace(/^.*@([^>\s]+).*$/, '$1');
  const send = async (letter: Letter) => {
    await transport.sendMail({
      to: letter.recipient,
      subject: letter.subject,
      text: letter.text,
      html: letter.html,
      messageId: `<${letter.id.replace(/[^A-Za-z0-9._-]/g, '.')}@${domain}>`,
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
