import { expect, it } from 'vitest';
import { resetCodeEmail } from '#backend/accounts/emails.ts';
import { withTestSign } from './test-sign.ts';

it('tells first in subject, text and HTML that no payment is real', () => {
  const email = resetCodeEmail('ada@example.com', '123456');
  const marked = withTestSign(email);
  expect(marked.subject).toBe(`[Trial] ${email.subject}`);
  expect(marked.text).toMatch(/^This is a trial\. No payment here is real/);
  expect(marked.text.endsWith(email.text)).toBe(true);
  const shown = marked.html.slice(marked.html.indexOf('<body')).replace(/<[^>]*>/g, '');
  expect(shown.trim()).toMatch(/^This is a trial\. No payment here is real/);
  expect(marked).toMatchObject({ id: email.id, recipient: email.recipient });
});
