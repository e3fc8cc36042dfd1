/** @jsxImportSource hono/jsx */

import { amountOf } from '#backend/mail/amount.ts';
import {
  Button,
  Checkbox,
  Field,
  Form,
  NairaField,
  Select,
  TextArea,
} from '#backend/office/frame/Form.tsx';
import type { FormState } from '#backend/office/frame/form-state.ts';
import type { PageRequest } from '#backend/office/frame/page-request.ts';
import type { AdminOrder } from '#backend/order-book/admin-orders.ts';
import { LONGEST_NOTE } from '#backend/order-book/notes.ts';
import { paidLines } from '#backend/order-book/words.ts';
import { isOwnAccount } from '#backend/orders/payment-tables.ts';
import { hasMoney, isPaid, isPending } from '#backend/orders/status.ts';
import { transferPath } from '#backend/own-bank/office/transfer-page.tsx';
import { paysBack, wordsOf } from '#backend/payment-provider/names.ts';
import { accountPath } from '#backend/refund-accounts/office/account-page.tsx';
import { versionOf } from '#backend/refunds/tables.ts';
import { may } from '#backend/staff/actor.ts';
import { actionPath } from './addresses.ts';

interface Parts {
  request: PageRequest;
  order: AdminOrder;
}

/** Returns the version of the last refund that a form has shown. */
export const lastRefund = ({ refunds }: Pick<AdminOrder, 'refunds'>): string =>
  String(Math.max(0, ...refunds.map(versionOf)));

/** An owner's actions on the money: cancel before it arrives, pay it back afterwards. */
export function MoneyForms({ request, order }: Parts) {
  if (!may(request.actor.role, 'owner')) return null;
  const arrived = hasMoney(order);
  const disputed = order.disputes.some(({ isOpen }) => isOpen);
  return (
    <>
      {isOwnAccount(order.payment) && (
        <p>
          <a href={transferPath(order.id)}>Record a transfer</a>
        </p>
      )}
      {isPending(order) && !order.goneAt && <CancelForm request={request} order={order} />}
      {!disputed &&
        order.refunds
          .filter(({ status }) => status === 'needs_customer')
          .map(({ id, amount, currency }) => (
            <p class="notice">
              {amountOf(amount, currency)} cannot go back the way it came.{' '}
              {order.accounts.some(({ refund }) => refund === id) &&
                'The customer was asked by email for a bank account. '}
              <a href={accountPath(order.id, id)}>Enter her account</a>
            </p>
          ))}
      {disputed && (
        <p class="notice">
          The customer's bank claims this payment back. Answer in{' '}
          {wordsOf(order.payment?.provider).dashboard}; until then nothing can be paid back through
          this page.
        </p>
      )}
      {arrived && order.money.remaining > 0 && (
        <>
          {!disputed && order.money.currency === 'NGN' && paysBack(order.payment?.provider) && (
            <RefundForm request={request} order={order} />
          )}
          <RefundedForm request={request} order={order} />
        </>
      )}
    </>
  );
}

function RefundForm({ request, order }: Parts) {
  const form = request.form(actionPath(order.id, 'refund'), lastRefund(order));
  return (
    <details open={form.refusal !== null || order.refundNeeded}>
      <summary>Pay money back</summary>
      <Form form={form}>
        <HowMuch form={form} order={order} />
        <Field
          form={form}
          name="reason"
          label={`Reason, for you and ${wordsOf(order.payment?.provider).name}`}
          maxlength={100}
        />
        <Restock form={form} order={order} />
        <Button kind="danger">Pay it back</Button>
      </Form>
    </details>
  );
}

/** The form for money that the provider does not know about: cash, or the merchant's own transfer. */
function RefundedForm({ request, order }: Parts) {
  const form = request.form(actionPath(order.id, 'refunded'), lastRefund(order));
  return (
    <details open={form.refusal !== null}>
      <summary>Did you pay it back by hand?</summary>
      <Form form={form}>
        <p class="hint">
          In cash, or from your own bank account. It counts like any refund, and the customer gets
          an email.
        </p>
        <HowMuch form={form} order={order} />
        <Field form={form} name="reason" label="Reason (internal)" maxlength={100} />
        <Restock form={form} order={order} />
        <Button kind="quiet">Record the refund</Button>
      </Form>
    </details>
  );
}

function HowMuch({ form, order }: { form: FormState; order: AdminOrder }) {
  const how = form.value('how', '');
  const error = form.error('how');
  const words = amountOf(order.money.remaining, order.money.currency ?? 'NGN');
  return (
    <fieldset class="choices">
      <legend>How much</legend>
      {error && <p class="error">{error}</p>}
      <label class="tick">
        <input
          id={form.fieldId('how')}
          type="radio"
          name="how"
          value="all"
          checked={how === 'all'}
          required
        />
        <span>All that is left: {words}</span>
      </label>
      <label class="tick">
        <input type="radio" name="how" value="part" checked={how === 'part'} />
        <span>A part</span>
      </label>
      {order.money.currency === 'NGN' ? (
        <NairaField form={form} name="amount" label="Naira, if it is a part" />
      ) : (
        <Field
          form={form}
          name="amount"
          label={`${order.money.currency}, if it is a part`}
          inputmode="decimal"
        />
      )}
      <Select
        form={form}
        name="for"
        label="What the part is for"
        options={[
          ['', 'Choose, if it is a part'],
          ...paidLines(order).map((line, at) => [String(at + 1), line] as const),
          ['delivery', 'Delivery'],
          ['other', 'Something else'],
        ]}
      />
    </fieldset>
  );
}

const Restock = ({ form, order }: { form: FormState; order: AdminOrder }) =>
  isPaid(order) &&
  !order.restocked && (
    <Checkbox form={form} name="restock" label="All its units go back into stock" />
  );

const CancelForm = ({ request, order }: Parts) => (
  <Form form={request.form(actionPath(order.id, 'cancel'))}>
    <p class="hint">
      Its units go back into stock. The provider is asked first, so that a payment that has arrived
      is not lost.
    </p>
    <Button kind="danger">Cancel this order</Button>
  </Form>
);

export function NoteForm({ request, order }: Parts) {
  const form = request.form(actionPath(order.id, 'note'));
  return (
    <Form form={form}>
      <TextArea
        form={form}
        name="text"
        label="Internal note"
        hint="The customer never sees it."
        rows={2}
        maxlength={LONGEST_NOTE}
        required
      />
      <Button kind="quiet">Save the note</Button>
    </Form>
  );
}
