/** @jsxImportSource hono/jsx */
import { shipmentEmails, undoneUntil } from '#backend/fulfilment/shipped-email.ts';
import type { QueuedEmail } from '#backend/mail/outbox.ts';
import { Button, Field, Form } from '#backend/office/frame/Form.tsx';
import type { PageRequest } from '#backend/office/frame/page-request.ts';
import { Panel } from '#backend/office/frame/parts.tsx';
import type { AdminOrder } from '#backend/order-book/admin-orders.ts';
import { LONGEST_REASON } from '#backend/order-book/taking-back.ts';
import type { StaffAction } from '#backend/staff/action-tables.ts';
import { may } from '#backend/staff/actor.ts';
import { actionPath } from './addresses.ts';
import { ShortTime } from './parts.tsx';
import { lastStep } from './step-forms.tsx';

interface Parts {
  request: PageRequest;
  order: AdminOrder;
  actions: readonly StaffAction[];
  emails: readonly QueuedEmail[];
}

/** Takes back the last step: at once while its customer does not know of it, and with a reason afterwards. */
export function UndoForms({ request, order, actions, emails }: Parts) {
  const last = order.steps.at(-1);
  if (!last || order.status === 'cancelled') return null;
  if (last.step === 'returned' && !may(request.actor.role, 'owner')) return null;
  const until = undoneUntil(last);
  const path = actionPath(order.id, 'undo');
  const form = request.form(path, lastStep(order));
  const onSheet = actions.some(({ action, at }) => action === 'order.sheet' && at > last.at);
  const waiting =
    request.office.settings.SMTP_URL &&
    emails.find(({ id, tries }) => tries === 0 && shipmentEmails([last]).includes(id));
  if (last.shown || onSheet || form.refusal)
    return (
      <details open={form.refusal !== null}>
        <summary>Take back ‘{last.step}’</summary>
        <Form form={form}>
          <Field
            form={form}
            name="reason"
            label="What went wrong"
            hint={last.shown && 'The customer gets one email with these words.'}
            maxlength={LONGEST_REASON}
            required
          />
          <Button kind="quiet">Take it back</Button>
        </Form>
      </details>
    );
  return (
    <Panel>
      <p class="soft">
        {last.recordedBy} recorded ‘{last.step}’.{' '}
        {waiting ? 'The customer gets an email' : 'The customer sees it'} at{' '}
        <ShortTime at={until} />.
      </p>
      <div class="buttons">
        <Form form={form} class="">
          <Button kind="quiet">Undo ‘{last.step}’</Button>
        </Form>
        {waiting && (
          <Form form={request.form(actionPath(order.id, 'tell'))} class="">
            <Button kind="quiet">Send now</Button>
          </Form>
        )}
      </div>
    </Panel>
  );
}
