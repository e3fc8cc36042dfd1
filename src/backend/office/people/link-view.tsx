/** @jsxImportSource hono/jsx */
import type { PageRequest } from '#backend/office/frame/page-request.ts';
import type { View } from '#backend/office/frame/routes.ts';
import { INVITATION_HOURS, type Invitation, invitationLink } from '#backend/staff/invitations.ts';
import { shop } from '#config/shop.ts';

/** Shows a link once, with ways to send it. */
export function linkView(request: PageRequest, invitation: Invitation, title: string): View {
  const link = invitationLink(request.office.origin, invitation);
  const words = `The back office of ${shop.name}: open this link on your phone and make a passkey. It works once, for ${INVITATION_HOURS} hours. ${link}`;
  return {
    title,
    back: { path: '/admin/people', name: 'People' },
    body: (
      <>
        <p>
          {invitation.name === request.actor.name
            ? 'Open this link on your other phone or computer, and show it to nobody'
            : `Send this link to ${invitation.name} and to nobody else`}
          : the first to open it gets in as {invitation.name}. It works once, for {INVITATION_HOURS}{' '}
          hours, and is shown only now.
        </p>
        <div class="field">
          <label for="link">The link</label>
          <textarea id="link" readonly rows={3}>
            {link}
          </textarea>
        </div>
        <div class="buttons">
          <a
            class="button main"
            href={`https://wa.me/?text=${encodeURIComponent(words)}`}
            rel="noreferrer"
          >
            Send by WhatsApp
          </a>
          <a class="button quiet" href="/admin/people">
            Done
          </a>
        </div>
      </>
    ),
  };
}
