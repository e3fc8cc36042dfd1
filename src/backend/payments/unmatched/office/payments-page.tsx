/** @jsxImportSource hono/jsx */

import { latestLoss } from '#backend/lost-time/lost-times.ts';
import type { LostTime } from '#backend/lost-time/tables.ts';
import { amountOf } from '#backend/mail/amount.ts';
import { orderPath, PAYMENTS } from '#backend/office/addresses.ts';
import { Button, Form, TextArea } from '#backend/office/frame/Form.tsx';
import type { FormRequest, PageRequest } from '#backend/office/frame/page-request.ts';
import { Badge, Facts, List, Panel, Row, Time } from '#backend/office/frame/parts.tsx';
import { type Action, defineAction, definePage, leadTo } from '#backend/office/frame/routes.ts';
import type { PaymentRow } from '#backend/orders/payment-tables.ts';
import { wordsOf } from '#backend/payment-provider/names.ts';
import { namesOf } from '#backend/payments/unmatched/email.ts';
import {
  findPayment,
  listUnmatched,
  type OpenPayment as Open,
  type SettledPayment,
} from '#backend/payments/unmatched/list.ts';
import type { Unmatched } from '#backend/payments/unmatched/unmatched.ts';

const refundPath = (reference: string) => `${PAYMENTS}/${reference}/refund`;
const FROM_EMAIL = `${PAYMENTS}/from-email`;
const orderAgainPath = (reference: string) => `${PAYMENTS}/${reference}/order`;

/** Whether a form is one of a payment's. */
const isOf = (reference: string, action: string) =>
  [refundPath(reference), orderAgainPath(reference)].includes(action);

/** Payments at the provider that no order has: those that wait, then those that are settled. */
export const paymentsPage = definePage({
  path: PAYMENTS,
  role: 'owner',
  async view(request) {
    const { open, settled, elsewhere } = await listUnmatched(request.db);
    const lost = await latestLoss(request.db);
    const { returned } = request;
    // A payment that was refused may have left the list, and has no form to show the words.
    const refusal =
      returned &&
      returned.action !== FROM_EMAIL &&
      !open.some(({ reference }) => isOf(reference, returned.action))
        ? returned.refusal.message
        : null;
    return {
      title: 'Money without an order',
      body: (
        <>
          <p class="soft">
            {open.length > 0 ? `${namesOf(open)} taken this money` : 'Money was taken'} for your
            shop, but the shop has no order for it. That can happen after a backup was restored, or
            when a database server failed. Rebuild the order from the details that came with the
            payment, or pay the money back.
          </p>
          {lost && <WithoutProvider lost={lost} request={request} />}
          {refusal && (
            <p class="errors" role="alert">
              {refusal}
            </p>
          )}
          <List empty="None. Every payment has its order.">
            {open.map((payment) => (
              <OpenPayment request={request} payment={payment} key={payment.reference} />
            ))}
          </List>
          {settled.length > 0 && (
            <Panel title="Settled">
              <List empty="">
                {settled.map((payment) => (
                  <Row title={title(payment)} under={<Settled payment={payment} />} />
                ))}
              </List>
            </Panel>
          )}
          {elsewhere.length > 0 && (
            <details>
              <summary>Of another shop on the same account: {elsewhere.length}</summary>
              <List empty="">
                {elsewhere.map((payment) => (
                  <Row title={title(payment)} under={payment.payer?.email ?? payment.reference} />
                ))}
              </List>
            </details>
          )}
        </>
      ),
    };
  },
});

/** Makes orders again that no provider can bring back, after a lost time. */
function WithoutProvider({ lost, request }: { lost: LostTime; request: PageRequest }) {
  const form = request.form(FROM_EMAIL);
  return (
    <Panel title="Orders that no provider has">
      <p class="soft">
        The database has lost what happened after <Time at={lost.lostFrom} />. Orders that are paid
        on delivery or by transfer to your own account, and those that cost nothing, are not in the
        list below. You got an email about each one that was confirmed since then. If an order is
        missing, its email brings it back.
      </p>
      <Form form={form}>
        <TextArea
          form={form}
          name="email"
          label="Paste the email"
          hint="All of it, with the copy of the order at its end."
          rows={6}
          required
        />
        <Button>Make the order again</Button>
      </Form>
    </Panel>
  );
}

const title = ({ received, currency }: PaymentRow) => (
  <span class="money">{amountOf(received ?? 0, currency ?? 'NGN')}</span>
);

function OpenPayment({ request, payment }: { request: PageRequest; payment: Open; key: string }) {
  const { reference, payer, paidAt, channel, returning, isDisputed } = payment;
  const { name } = wordsOf(payment.provider);
  const form = request.form(refundPath(reference));
  const again = request.form(orderAgainPath(reference));
  const isSealed = typeof payment.metadata?.sealed === 'string';
  return (
    <Row
      title={title(payment)}
      under={
        <>
          {payer?.email ?? `${name} does not say who paid`}{' '}
          {isDisputed && <Badge tone="bad">disputed</Badge>}
        </>
      }
      below={
        <div class="stack">
          <Facts
            rows={[
              ['Paid', paidAt ? <Time at={paidAt} /> : `${name} does not say when`],
              ['By', channel?.replaceAll('_', ' ') ?? `${name} does not say how`],
              ['Payment reference', reference],
            ]}
          />
          {!returning || form.refusal !== null || again.refusal !== null ? (
            <>
              {!isSealed && (
                <p class="soft">
                  This payment carries no order details: pay it back, or ask the customer. If it is
                  a deposit, the email about its order brings the order back.
                </p>
              )}
              <div class="buttons">
                {isSealed && (
                  <Form form={again} class="stack">
                    <Button>Rebuild the order</Button>
                  </Form>
                )}
                <Form form={form} class="stack">
                  <Button kind="quiet">Pay it back</Button>
                </Form>
              </div>
            </>
          ) : (
            <p class="soft">
              It is being paid back. The shop asks {name} until the result is known.
            </p>
          )}
        </div>
      }
    />
  );
}

const Settled = ({ payment }: { payment: SettledPayment }) => (
  <>
    {payment.payer?.email ?? 'A customer whose data is erased'}.{' '}
    {payment.orderId === null ? <Badge>paid back</Badge> : <Badge tone="good">has its order</Badge>}{' '}
    {payment.settledAt && <Time at={payment.settledAt} />}
    {payment.refundBy && `, by ${payment.refundBy}`}
  </>
);

/** Whether it is more money than an unlocked phone may pay back. */
async function isMuchMoney(request: FormRequest): Promise<boolean> {
  const payment = await findPayment(request.db, request.param('reference'));
  return (payment?.received ?? 0) > request.office.settings.CONFIRM_REFUND_KOBO;
}

/** Pays a payment back, all that is left of it. */
export const payBackAction = (unmatched: Unmatched): Action =>
  defineAction({
    path: refundPath(':reference'),
    role: 'owner',
    page: paymentsPage,
    grave: isMuchMoney,
    async perform(request) {
      const outcome = await unmatched.payBack(request.param('reference'), request.actor);
      if (!outcome.ok) return outcome;
      return leadTo(PAYMENTS, outcome.value.words);
    },
  });

/** Makes the order of a payment again, and leads to it. */
export const makeAgainAction = (unmatched: Unmatched): Action =>
  defineAction({
    path: orderAgainPath(':reference'),
    role: 'owner',
    page: paymentsPage,
    async perform(request) {
      const outcome = await unmatched.makeAgain(request.param('reference'), request.actor);
      if (!outcome.ok) return outcome;
      return leadTo(orderPath(outcome.value.orderId), outcome.value.words);
    },
  });

/** Makes the order of an email again, and leads to it. */
export const makeAgainFromAction = (unmatched: Unmatched): Action =>
  defineAction({
    path: FROM_EMAIL,
    role: 'owner',
    page: paymentsPage,
    async perform(request) {
      const outcome = await unmatched.makeAgainFrom(request.text('email'), request.actor);
      if (!outcome.ok) return outcome;
      return leadTo(orderPath(outcome.value.orderId), outcome.value.words);
    },
  });
