import { createTransport } from 'nodemailer';
import type { Email } from './email.ts';
import type { ClaimedEmail } from './outbox.ts';
import { withTestSign } from './test-sign.ts';

/** An email of the queue. */
type Written = Email & Pick<ClaimedEmail, 'createdAt'>;

/** Passes an email to the mail server. @throws its error; `isRefusal` says whether it is final. */
export type Send = (email: Written, signal: AbortSignal) => Promise<void>;

/** Milliseconds. nodemailer's defaults are up to ten minutes. */
const LIMITS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  // A server may examine an email before it answers. If the connection is cut off, it sends the email and gets it again.
  socketTimeout: 60_000,
  socketCloseTimeout: 2000,
};
/** Milliseconds for a whole try. It is shorter than a claim (outbox.ts). */
const TRY_MS = 75_000;

/**
 * Opens a connection to a mail server: smtp://user:password@host:587 or smtps://…
 * @param options.from - the sender that customers see. Its domain ends the Message-IDs.
 * @param options.testSign - whether every email says that no payment is real.
 */
export function createSmtp(options: { url: string; from: string; testSign?: boolean }): Send {
  const { url, from, testSign = false } = options;
  const transport = createTransport({ url, ...LIMITS }, { from });
  const domain = from.replace(/^.*@([^>\s]+).*$/, '$1');
  return async (written, signal) => {
    const email = testSign ? withTestSign(written) : written;
    await transport.sendMail({
      to: email.recipient,
      subject: email.subject,
      text: email.text,
      html: email.html,
      messageId: messageIdOf(written, domain),
      ...(email.unsubscribeUrl && { headers: oneClick(email.unsubscribeUrl) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TRY_MS)]),
    });
  };
}

/**
 * Returns the Message-ID: the same for each try of an email, and for no other. A restored database may write an email
 * again with a new link, or reuse a number. These are other emails. Mail programs hide an email whose Message-ID they
 * have.
 */
export const messageIdOf = (
  { id, createdAt }: Pick<ClaimedEmail, 'id' | 'createdAt'>,
  domain: string,
): string =>
  `<${id.replace(/[^A-Za-z0-9._-]/g, '.')}@${createdAt.getTime().toString(36)}.${domain}>`;

/** Returns the headers by which a mail program stops such emails without opening a page (RFC 8058). */
const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/**
 * Whether the server refuses this recipient or email for good (5xx). A refused login or sender is a fault of the settings:
 * once that is fixed, the email can be sent.
 */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, command, permanent } = error as {
    code?: unknown;
    command?: unknown;
    permanent?: unknown;
  };
  if (permanent === true) return command === 'RCPT TO' || command === 'DATA';
  // nodemailer itself refuses an address that cannot be written into SMTP.
  return code === 'EENVELOPE' && /^(No recipients|Invalid recipient)/.test(error.message);
}
