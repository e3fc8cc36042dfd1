/** @jsxImportSource hono/jsx */

import { retryDead, type UndeliveredEmail, undelivered } from '#backend/emails/undelivered.ts';
import { Button, Form } from '#backend/office/frame/Form.tsx';
import { NoMailServer } from '#backend/office/frame/NoMailServer.tsx';
import { Badge, List, Row, Time } from '#backend/office/frame/parts.tsx';
import { defineAction, definePage, leadTo } from '#backend/office/frame/routes.ts';
import { may } from '#backend/staff/actor.ts';

const EMAILS = '/admin/emails';
const retryAddress = (id: string) => `${EMAILS}/${encodeURIComponent(id)}/retry`;
const RETRY_ALL = `${EMAILS}/retry-all`;
/** Emails on the page. A mail server that is down for days leaves more. */
const SHOWN = 40;

/** The emails that failed. A packer reads them. */
export const emailsPage = definePage({
  path: EMAILS,
  role: 'packer',
  async view(request) {
    const emails = await undelivered(request.db);
    const owner = may(request.actor.role, 'owner');
    const { returned } = request;
    // An email that was refused is usually none of these any more, and has no form to show the words.
    const refusal =
      returned &&
      !emails.some((each) => each.canBeRetried && retryAddress(each.id) === returned.action)
        ? returned.refusal.message
        : null;
    const retryable = emails.filter(({ canBeRetried }) => canBeRetried).length;
    return {
      title: 'Emails that failed',
      body: (
        <>
          {!request.office.settings.SMTP_URL && <NoMailServer />}
          <p class="soft">
            The shop tries to deliver an email for four days. Fix the address or the mail server,
            then try again.
          </p>
          {refusal && (
            <p class="errors" role="alert">
              {refusal}
            </p>
          )}
          {owner && retryable > 1 && (
            <Form form={request.form(RETRY_ALL)}>
              <Button>Try all {retryable} again</Button>
            </Form>
          )}
          <List
            empty={
              request.office.settings.SMTP_URL
                ? 'Every email has been delivered, or waits for its first try.'
                : 'No email has failed.'
            }
          >
            {emails.slice(0, SHOWN).map((email) => (
              <Row
                title={email.subject}
                under={<Delivery email={email} />}
                end={
                  owner &&
                  email.canBeRetried && (
                    <Form form={request.form(retryAddress(email.id))} class="">
                      <Button kind="quiet">Try again</Button>
                    </Form>
                  )
                }
              />
            ))}
          </List>
          {emails.length > SHOWN && (
            <p class="soft">{emails.length - SHOWN} more are like these.</p>
          )}
        </>
      ),
    };
  },
});

/** To whom, since when, and what the mail server said. */
const Delivery = ({ email }: { email: UndeliveredEmail }) => (
  <>
    To {email.recipient}, of <Time at={email.createdAt} />.{' '}
    {email.deadAt ? (
      <Badge tone="bad">Not delivered</Badge>
    ) : (
      <Badge tone="warn">Will be tried again</Badge>
    )}{' '}
    {email.lastError}
  </>
);

/** Tries one email again. */
export const retryEmail = defineAction({
  path: `${EMAILS}/:id/retry`,
  role: 'owner',
  page: emailsPage,
  async perform(request) {
    const retried = await retryDead(request.db, request.actor, request.param('id'));
    if (!retried.ok) return retried;
    return leadTo(EMAILS, 'The email will be tried again.');
  },
});

/** Tries all of them again. */
export const retryAllEmails = defineAction({
  path: RETRY_ALL,
  role: 'owner',
  page: emailsPage,
  async perform(request) {
    const retried = await retryDead(request.db, request.actor, null);
    if (!retried.ok) return retried;
    const { length } = retried.value;
    if (length === 0) return leadTo(EMAILS, 'There was nothing to try again.');
    return leadTo(EMAILS, `${length === 1 ? '1 email' : `${length} emails`} will be tried again.`);
  },
});
