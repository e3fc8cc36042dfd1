/** @jsxImportSource hono/jsx */
import type { Call } from '#backend/admin/frame/call.ts';
import { Button, Checkbox, Field, Form, NairaField, TextArea } from '#backend/admin/frame/Form.tsx';
import type { AdminOrder } from '#backend/services/orders/admin-orders.ts';
import { LONGEST_NOTE } from '#backend/services/orders/notes.ts';
import { isOpen } from '#backend/services/orders/refunds.ts';
import { leftToRefund } from '#backend/services/refunds/words.ts';
import { may } from '#backend/services/staff/actor.ts';
import { formatNaira, toNaira } from '#domain/money.ts';
import { deedPath } from './addresses.ts';

interface Parts {
  call: Call;
  order: AdminOrder;
}

/** The id of the last refund that a form has seen: its version. */
export const lastRefund = ({ refunds }: Pick<AdminOrder, 'refunds'>): string =>
  String(Math.max(0, ...refunds.map(({ id }) => id)));

/** What an owner does with the money: cancel before it has come, pay it back afterwards. */
export function MoneyForms({ call, order }: Parts) {
  if (!may(call.actor.role, 'owner')) return null;
  const due = (order.refundNeeded || order.reversedAt) && !order.refundedAt;
  const left = leftToRefund(order);
  const disputed = order.disputes.some(isOpen);
  return (
    <>
      {order.status === 'pending' && <CancelForm call={call} order={order} />}
      {disputed && (
        <p class="notice">
          The customer's bank claims this payment back. Answer in the Paystack dashboard; until then
          nothing can be paid back here.
        </p>
      )}
      {(order.status === 'paid' || order.refundNeeded) && left > 0 && !disputed && (
        <RefundForm call={call} order={order} left={left} />
      )}
      {due && <RefundedForm call={call} order={order} />}
    </>
  );
}

function RefundForm({ call, order, left }: Parts & { left: number }) {
  const form = call.form(deedPath(order.id, 'refund'), lastRefund(order));
  const all = form.value('how', 'all') === 'all';
  const words = formatNaira(toNaira(left));
  return (
    <details open={form.refusal !== null || order.refundNeeded}>
      <summary>Pay money back</summary>
      <Form form={form}>
        <fieldset class="choices">
          <legend>How much</legend>
          <label class="tick">
            <input type="radio" name="how" value="all" checked={all} />
            <span>All that is left: {words}</span>
          </label>
          <label class="tick">
            <input type="radio" name="how" value="part" checked={!all} />
            <span>A part</span>
          </label>
          <NairaField form={form} name="amount" label="Naira, if it is a part" />
        </fieldset>
        <Field
          form={form}
          name="reason"
          label="Reason, for yourselves and Paystack"
          maxlength={100}
        />
        {order.status === 'paid' && !order.restocked && (
          <Checkbox form={form} name="restock" label="All its units go back into stock" />
        )}
        <Button kind="danger">Pay it back</Button>
      </Form>
    </details>
  );
}

const CancelForm = ({ call, order }: Parts) => (
  <Form form={call.form(deedPath(order.id, 'cancel'))}>
    <p class="hint">
      Its units go back into stock. Paystack is asked first, so that a payment that has arrived is
      not lost.
    </p>
    <Button kind="danger">Cancel this order</Button>
  </Form>
);

const RefundedForm = ({ call, order }: Parts) => (
  <Form form={call.form(deedPath(order.id, 'refunded'))}>
    <p class="hint">If you have paid the money back without this shop:</p>
    <Button kind="quiet">It is refunded</Button>
  </Form>
);

/** A note to oneself. */
export function NoteForm({ call, order }: Parts) {
  const form = call.form(deedPath(order.id, 'note'));
  return (
    <Form form={form}>
      <TextArea
        form={form}
        name="text"
        label="A note for yourselves"
        hint="The customer never sees it."
        rows={2}
        maxlength={LONGEST_NOTE}
        required
      />
      <Button kind="quiet">Keep the note</Button>
    </Form>
  );
}
