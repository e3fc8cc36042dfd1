/** @jsxImportSource hono/jsx */

import { and, asc, eq } from 'drizzle-orm';
import { readNaira } from '#backend/base/amounts.ts';
import { refuse } from '#backend/base/result.ts';
import type { WithEvents } from '#backend/events/events.ts';
import { amountOf } from '#backend/mail/amount.ts';
import { ORDERS, orderPath } from '#backend/office/addresses.ts';
import {
  Button,
  Checkbox,
  Field,
  Form,
  NairaField,
  TimeField,
} from '#backend/office/frame/Form.tsx';
import { Facts, List, Panel, Row, Time } from '#backend/office/frame/parts.tsx';
import { type Action, defineAction, definePage } from '#backend/office/frame/routes.ts';
import { type Settling, settled } from '#backend/orders/office/settled.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { keepsUnits } from '#backend/orders/status.ts';
import { orders } from '#backend/orders/tables.ts';
import { acceptLess, recordTransfer } from '#backend/own-bank/recording.ts';
import { bankTransfers } from '#backend/own-bank/tables.ts';
import { readLagosTime } from '#domain/lagos-date.ts';
import { orderNumber } from '#domain/orders/order.ts';

export const transferPath = (order: string) => `${orderPath(order)}/transfer`;
const lessPath = (order: string) => `${orderPath(order)}/accept-less`;

/** The services behind the page. */
export interface TransferServices extends WithEvents, Settling {}

/** The transfers for an order that is paid to the shop's own account, and the form for another one. */
export const transferPage = definePage({
  path: `${ORDERS}/:id/transfer`,
  role: 'owner',
  async view(request) {
    const id = request.param('id');
    const [found] = await request.db
      .select({ order: orders, payment: payments })
      .from(orders)
      .innerJoin(payments, eq(payments.orderId, orders.id))
      .where(and(eq(orders.id, id), eq(payments.provider, 'bank')));
    const view = {
      title: `Transfers for order #${orderNumber(id)}`,
      back: { path: orderPath(id), name: `Order #${orderNumber(id)}` },
    };
    if (!found)
      return { ...view, status: 404, body: <p>This order is not paid by transfer to you.</p> };
    const { order, payment } = found;
    const rows = await request.db
      .select()
      .from(bankTransfers)
      .where(eq(bankTransfers.payment, payment.reference))
      .orderBy(asc(bankTransfers.id));
    const form = request.form(transferPath(id));
    const less = request.form(lessPath(id));
    const asked = payment.askedKobo ?? order.totalKobo;
    const missing = asked - payment.arrivedKobo;
    const naira = (kobo: number) => amountOf(kobo, 'NGN');
    return {
      ...view,
      body: (
        <>
          <Facts
            rows={[
              ['Asked for', naira(asked)],
              ['Has come', naira(payment.arrivedKobo)],
              [missing < 0 ? 'Too much' : 'Missing', naira(Math.abs(missing))],
              ['Narration', orderNumber(id)],
              ...(keepsUnits(order)
                ? [['Kept until', <Time at={order.reservationExpiresAt} />] as const]
                : []),
            ]}
          />
          <List empty="No transfer is recorded yet.">
            {rows.map(({ amount, sender, sentAt, sessionId, recordedBy }) => (
              <Row
                title={`${naira(amount)} from ${sender || 'somebody whose name is erased'}`}
                under={
                  <>
                    <Time at={sentAt} />
                    {sessionId && `, session ${sessionId}`}, recorded by {recordedBy}
                  </>
                }
              />
            ))}
          </List>
          <Panel title="Record a transfer">
            <p class="soft">
              Copy it from your own bank’s app. Never trust a screenshot that the customer sends.
            </p>
            <Form form={form}>
              <NairaField form={form} name="amount" label="Amount" required />
              <Field form={form} name="sender" label="Sender" required maxlength={100} />
              <TimeField form={form} name="sent" label="When it came, in Lagos" required />
              <Field
                form={form}
                name="session"
                label="Session ID"
                hint="The long number of the transfer, if your app shows it."
                maxlength={40}
                autocomplete="off"
              />
              {form.error('another') && (
                <Checkbox form={form} name="another" label="It is another transfer" />
              )}
              <Button>Record it</Button>
            </Form>
          </Panel>
          {keepsUnits(order) && payment.arrivedKobo > 0 && missing > 0 && (
            <Panel title="Accept less">
              <Form form={less}>
                <p class="hint">
                  The order is then paid with {naira(payment.arrivedKobo)}, and goes to be packed.
                </p>
                <Field form={less} name="reason" label="Why" required maxlength={100} />
                <Button kind="quiet">Accept {naira(payment.arrivedKobo)}</Button>
              </Form>
            </Panel>
          )}
        </>
      ),
    };
  },
});

/** Reads a time in Lagos; null for another text, and for a time to come. */
function readSent(text: string): Date | null {
  const at = new Date(readLagosTime(text, '12:00:00') ?? '');
  return at.getTime() <= Date.now() ? at : null;
}

export const recordTransferAction = (services: TransferServices): Action =>
  defineAction({
    path: transferPath(':id'),
    role: 'owner',
    page: transferPage,
    async perform(request) {
      const amountKobo = readNaira(request.text('amount'));
      const sentAt = readSent(request.text('sent'));
      const sender = request.text('sender');
      const fields = {
        ...(!amountKobo && { amount: 'Write an amount of naira, such as 12500 or 12500.50.' }),
        ...(sender === '' && { sender: 'Write who sent it, as your bank names the person.' }),
        ...(!sentAt && { sent: 'Choose the day and time when it came, not later than now.' }),
      };
      if (!amountKobo || !sentAt || sender === '')
        return refuse('invalid', 'Nothing was recorded.', { fields });
      const recorded = await recordTransfer(services, request.param('id'), {
        amountKobo,
        sender,
        sentAt,
        sessionId: request.text('session').replace(/\s/g, '') || null,
        isAnother: request.text('another') === 'yes',
        actor: request.actor,
      });
      return settled(services, request, recorded);
    },
  });

export const acceptLessAction = (services: TransferServices): Action =>
  defineAction({
    path: lessPath(':id'),
    role: 'owner',
    page: transferPage,
    perform: async (request) =>
      settled(
        services,
        request,
        await acceptLess(services, request.param('id'), {
          reason: request.text('reason'),
          actor: request.actor,
        }),
      ),
  });
