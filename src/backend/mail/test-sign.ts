import type { Email } from './email.ts';

const SIGN =
  'This is a trial. No payment here is real, nothing is delivered, and no money comes back.';

/** Marks an email of a shop whose payments are not real: subject, text and HTML begin by saying so. */
export function withTestSign(email: Email): Email {
  return {
    ...email,
    subject: `[Trial] ${email.subject}`,
    text: `${SIGN}\n\n${email.text}`,
    html: email.html.replace(
      /<body[^>]*>/,
      (body) =>
        `${body}\n<p style="margin:0;padding:12px 20px;background:#e7a33c;color:#27170d;font:bold 16px/1.5 sans-serif">${SIGN}</p>`,
    ),
  };
}
