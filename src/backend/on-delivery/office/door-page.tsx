/** @jsxImportSource hono/jsx */
import { and, asc, eq } from 'drizzle-orm';
import { readNaira } from '#backend/base/amounts.ts';
import { type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { WithEvents } from '#backend/events/events.ts';
import { readRecords } from '#backend/fulfilment/records.ts';
import { standing } from '#backend/fulfilment/tables.ts';
import { amountOf } from '#backend/mail/amount.ts';
import { AT_DOOR, ORDERS, orderPath } from '#backend/office/addresses.ts';
import { Button, Field, Form, NairaField, Select } from '#backend/office/frame/Form.tsx';
import type { FormRequest } from '#backend/office/frame/page-request.ts';
import { Facts, List, Panel, Row, Time } from '#backend/office/frame/parts.tsx';
import { type Action, defineAction, definePage } from '#backend/office/frame/routes.ts';
import { recordCollection, recordRefusal, writeOff } from '#backend/on-delivery/at-door.ts';
import type { HashKey } from '#backend/on-delivery/phone-hash.ts';
import { doorCollections } from '#backend/on-delivery/tables.ts';
import { type Settling, settled } from '#backend/orders/office/settled.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { isPending } from '#backend/orders/status.ts';
import { orders } from '#backend/orders/tables.ts';
import { may } from '#backend/staff/actor.ts';
import { toNaira } from '#domain/money/money.ts';
import { orderNumber } from '#domain/orders/order.ts';

export const doorPath = (order: string) => `${orderPath(order)}/door`;
const refusedPath = (order: string) => `${orderPath(order)}/refused-at-door`;
const writeOffPath = (order: string) => `${orderPath(order)}/write-off`;

/** The services behind the page. The keys hash the phone number of somebody who refuses. */
export interface DoorServices extends WithEvents, Settling {
  phoneKeys: readonly HashKey[];
}

const naira = (kobo: number) => amountOf(kobo, 'NGN');

/** The page about the door: the money of an order that is paid on delivery, or that nobody took the parcel. */
export const doorPage = definePage({
  path: `${ORDERS}/:id/door`,
  role: 'packer',
  async view(request) {
    const id = request.param('id');
    const view = {
      title: `Order #${orderNumber(id)} at the door`,
      back: { path: orderPath(id), name: `Order #${orderNumber(id)}` },
    };
    const [found] = await request.db
      .select({ order: orders, payment: payments })
      .from(orders)
      .innerJoin(payments, eq(payments.orderId, orders.id))
      .where(and(eq(orders.id, id), eq(payments.provider, 'door')));
    if (!found) return { ...view, status: 404, body: <p>This order is not paid on delivery.</p> };
    const { order, payment } = found;
    const rows = await request.db
      .select()
      .from(doorCollections)
      .where(eq(doorCollections.payment, payment.reference))
      .orderBy(asc(doorCollections.id));
    const steps = standing(await readRecords(request.db, [id]));
    const shipped = steps.findLast(({ step }) => step === 'shipped');
    const asked = payment.askedKobo ?? order.totalKobo;
    const left = asked - payment.arrivedKobo;
    const isOpen = isPending(order) && left > 0;
    const form = request.form(doorPath(id), String(payment.arrivedKobo));
    const less = request.form(writeOffPath(id));
    const isPart = payment.arrivedKobo > 0;
    return {
      ...view,
      body: (
        <>
          <Facts
            rows={[
              ['To be paid', naira(asked)],
              ['Collected', naira(payment.arrivedKobo)],
              ...(isOpen ? [['Still to collect', naira(left)] as const] : []),
            ]}
          />
          {rows.length > 0 && (
            <List empty="">
              {rows.map(({ amount, how, takenBy, recordedBy, recordedAt }) => (
                <Row
                  title={`${naira(amount)} ${how === 'cash' ? 'in cash' : 'by transfer'}, taken by ${takenBy}`}
                  under={
                    <>
                      <Time at={recordedAt} />, recorded by {recordedBy}
                    </>
                  }
                />
              ))}
            </List>
          )}
          <p>
            <a href={AT_DOOR}>Cash with couriers, and refusals</a>
          </p>
          {isOpen && !shipped && (
            <p class="notice">The parcel has not left. Ship it first; then say here what came.</p>
          )}
          {isOpen && shipped && (
            <Panel title="The courier collected">
              <Form form={form}>
                <NairaField
                  form={form}
                  name="amount"
                  label="Amount"
                  value={String(toNaira(left))}
                  required
                />
                <Select
                  form={form}
                  name="how"
                  label="How"
                  options={[
                    ['cash', 'In cash'],
                    ['transfer', 'By transfer'],
                  ]}
                />
                <Field
                  form={form}
                  name="taken"
                  label="Who took it"
                  value={shipped.courier ?? ''}
                  required
                  maxlength={100}
                />
                <Button>Record it</Button>
              </Form>
            </Panel>
          )}
          {isOpen && shipped && !isPart && (
            <Panel title="Nobody took it">
              <Form form={request.form(refusedPath(id))}>
                <p class="hint">
                  The order is cancelled, and its units go back into stock: record it once the
                  parcel is here. For a year this customer cannot pay on delivery.
                </p>
                <Button kind="danger">It was refused</Button>
              </Form>
            </Panel>
          )}
          {isOpen && isPart && may(request.actor.role, 'owner') && (
            <Panel title="Give up the rest">
              <Form form={less}>
                <p class="hint">The order is then paid with {naira(payment.arrivedKobo)}.</p>
                <Field form={less} name="reason" label="Why" required maxlength={100} />
                <Button kind="quiet">Write off {naira(left)}</Button>
              </Form>
            </Panel>
          )}
        </>
      ),
    };
  },
});

/** Defines an action of the page. What it records asks for a transition of the order. */
const doorAction = (
  services: DoorServices,
  path: string,
  role: Action['role'],
  record: (request: FormRequest) => Promise<Result<string, StaffCode>>,
): Action =>
  defineAction({
    path,
    role,
    page: doorPage,
    perform: async (request) => settled(services, request, await record(request)),
  });

export const doorActions = (services: DoorServices): readonly Action[] => [
  doorAction(services, doorPath(':id'), 'packer', async (request) => {
    const amountKobo = readNaira(request.text('amount'));
    const takenBy = request.text('taken');
    const how = request.text('how');
    const fields = {
      ...(!amountKobo && { amount: 'Write an amount of naira, such as 12500 or 12500.50.' }),
      ...(takenBy === '' && { taken: 'Write who took the money, such as the courier.' }),
      ...(how !== 'cash' && how !== 'transfer' && { how: 'Choose cash or transfer.' }),
    };
    if (!amountKobo || takenBy === '' || (how !== 'cash' && how !== 'transfer'))
      return refuse('invalid', 'Nothing was recorded.', { fields });
    const { actor, version } = request;
    const seenKobo = Number(version);
    const collection = { amountKobo, how, takenBy, seenKobo, actor } as const;
    return recordCollection(services, request.param('id'), collection);
  }),
  doorAction(services, refusedPath(':id'), 'packer', (request) => {
    const { actor } = request;
    return recordRefusal(services, request.param('id'), { keys: services.phoneKeys, actor });
  }),
  doorAction(services, writeOffPath(':id'), 'owner', (request) => {
    const { actor } = request;
    return writeOff(services, request.param('id'), { reason: request.text('reason'), actor });
  }),
];
