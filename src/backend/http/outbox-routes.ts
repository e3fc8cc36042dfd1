import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Database } from '#backend/db/connect.ts';
import { latestEmails } from '#backend/mail/outbox.ts';

/** Shows the emails of a shop without a mail server, for development: /dev/mail and /dev/mail.json?to=ADDRESS. */
export function outboxRoutes(db: Database): Hono {
  const app = new Hono();
  app.get('/dev/mail.json', async (c) => {
    const emails = await latestEmails(db, c.req.query('to'));
    return c.json(
      emails.map(({ recipient, subject, text, html, createdAt, deadAt, lastError }) => ({
        to: recipient,
        subject,
        text,
        html,
        createdAt: createdAt.toISOString(),
        // The reason why it could not be delivered.
        ...(deadAt && { undeliverable: lastError }),
      })),
    );
  });
  app.get('/dev/mail', async (c) => {
    const emails = await latestEmails(db, c.req.query('to'));
    // The frames take this policy over: their pictures may come from any server, and no script runs.
    const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src http: https:";
    c.header('content-security-policy', policy);
    return c.html(html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <meta name="color-scheme" content="light dark" />
          <title>Outbox</title>
          <style>
            body { font: 16px/1.5 Georgia, serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
            article { border-top: 1px solid; padding: 1rem 0; overflow-wrap: anywhere }
            h2 { font-size: 1.1rem; margin: 0 }
            pre { white-space: pre-wrap; font: 14px/1.5 monospace }
            iframe { width: 100%; height: 40rem; border: 1px solid }
          </style>
        </head>
        <body>
          <h1>Outbox</h1>
          <p>
            The emails that this shop has written. Without a mail server (SMTP_URL) none leaves this machine.
          </p>
          ${emails.length === 0 ? html`<p>No emails yet. Sign up, or pay for an order.</p>` : ''}
          ${emails.map(
            (email) => html`<article>
              <h2>${email.subject}</h2>
              <p>to ${email.recipient}, ${email.createdAt.toISOString()}</p>
              ${email.deadAt ? html`<p>Could not be delivered: ${email.lastError}</p>` : ''}
              <pre>${email.text}</pre>
              <details>
                <summary>As HTML</summary>
                <iframe sandbox title="${email.subject}" srcdoc="${email.html}" loading="lazy"></iframe>
              </details>
            </article>`,
          )}
        </body>
      </html>`);
  });
  return app;
}
