/** @jsxImportSource hono/jsx */

/** Says of a shop on somebody's own machine that no email leaves it, and where its emails are read. Production has a server. */
export const NoMailServer = () => (
  <p class="soft">
    This shop has no mail server (SMTP_URL), so no email leaves it.{' '}
    <a href="/dev/mail">Read the emails that it has written</a>
  </p>
);
