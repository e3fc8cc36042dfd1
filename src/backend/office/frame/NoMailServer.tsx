/** @jsxImportSource hono/jsx */

/** A notice for a shop without a mail server: no email leaves this machine. It links to them. Production has a server. */
export const NoMailServer = () => (
  <p class="soft">
    This shop has no mail server (SMTP_URL), so no email leaves it.{' '}
    <a href="/dev/mail">Read the emails that it has written</a>
  </p>
);
