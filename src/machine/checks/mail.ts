import { randomUUID } from 'node:crypto';
import { writeEmail } from '#backend/mail/email.ts';
import { createSmtp } from '#backend/mail/smtp.ts';
import { type Check, fault, note, well } from './check.ts';

const LIMIT_MS = 40_000;

/** Advice by nodemailer's error code. */
const FIXES: Readonly<Record<string, string>> = {
  EAUTH:
    'Correct the name and password in SMTP_URL. Write characters such as @ and / with %: %40, %2F.',
  EDNS: 'Correct the name of the mail server in SMTP_URL.',
  ECONNECTION:
    'Correct the host and port in SMTP_URL. Some hosts block the ports 25, 465 and 587: ask yours.',
  ESOCKET:
    'Correct the host and port in SMTP_URL: smtps:// belongs to port 465, smtp:// to 587. Some hosts block these ports: ask yours.',
  ETIMEDOUT:
    'Some hosts block the ports 25, 465 and 587: ask yours, or use another port of the mail service.',
  EENVELOPE:
    'Correct MAIL_FROM and MERCHANT_EMAIL: the mail service must let you send from the first, and deliver to the second.',
};

/** Sends a message as the shop sends its emails. It shows only that the mail server accepts it. */
export const mail: Check = {
  name: 'mail',
  async look({ settings }) {
    const { SMTP_URL: url, MAIL_FROM: from, MERCHANT_EMAIL: recipient, TEST_PAYMENTS } = settings;
    if (url === undefined)
      return note('No SMTP_URL is set: emails stay in the outbox of this shop.');
    const email = writeEmail({
      id: `doctor-${randomUUID()}`,
      recipient,
      subject: 'A test of the mail server',
      title: 'Mail works',
      parts: [
        {
          words:
            'Somebody ran turare doctor on the shop’s machine. It sent this message to test the mail server.',
        },
      ],
      closing: 'You need not do anything.',
    });
    try {
      const send = createSmtp({ url, from, testSign: TEST_PAYMENTS === 'yes' });
      await send({ ...email, createdAt: new Date() }, AbortSignal.timeout(LIMIT_MS));
      return well(`The mail server accepted a message to ${recipient}. Check that it arrives.`);
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string };
      return fault(
        `No message can be sent: ${message.split('\n')[0]}.`,
        FIXES[code] ?? 'Check SMTP_URL.',
      );
    }
  },
};
