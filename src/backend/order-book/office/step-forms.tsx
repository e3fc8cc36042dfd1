/** @jsxImportSource hono/jsx */

import type { FulfilmentStep } from '#backend/fulfilment/step-names.ts';
import { LONGEST_SHIPMENT } from '#backend/fulfilment/words.ts';
import { Button, Checkbox, Field, Form, Select } from '#backend/office/frame/Form.tsx';
import type { FormState } from '#backend/office/frame/form-state.ts';
import type { PageRequest } from '#backend/office/frame/page-request.ts';
import { Panel } from '#backend/office/frame/parts.tsx';
import { doorPath } from '#backend/on-delivery/office/door-page.tsx';
import type { AdminOrder } from '#backend/order-book/admin-orders.ts';
import { toCollect } from '#backend/order-book/words.ts';
import { may } from '#backend/staff/actor.ts';
import type { ShippingPlace } from '#contract/app-data.ts';
import { formatNaira, toNaira } from '#domain/money/money.ts';
import { actionPath, DESPITE_DISPUTE, type OrderAction } from './addresses.ts';

interface Parts {
  request: PageRequest;
  order: AdminOrder;
  /** The couriers of the latest shipments, newest first. */
  couriers: readonly string[];
  /** The possible places of an order that came without one. */
  places: readonly ShippingPlace[];
}

/** Returns the id of the last step that a form has seen: its version. */
export const lastStep = ({ steps }: Pick<AdminOrder, 'steps'>): string =>
  String(steps.at(-1)?.id ?? 0);

/** The possible actions on an order's goods. None for an order that is not accepted. */
export function StepForms({ request, order, couriers, places }: Parts) {
  if (!order.acceptedAt) return null;
  const has = (step: FulfilmentStep) => order.steps.some((row) => row.step === step);
  const waits = order.isToPack;
  if (waits && order.placeMissing)
    return <PlaceForm request={request} order={order} places={places} />;
  if (waits)
    return (
      <Panel title={has('packed') ? 'To ship' : 'To pack'}>
        {order.disputes.some(({ isOpen }) => isOpen) && (
          <p class="notice">
            The customer claims the money back from her bank. If the bank agrees, you lose the goods
            and the money.
          </p>
        )}
        {!has('packed') && (
          <Press request={request} order={order} action="packed" words="Mark as packed" />
        )}
        <ShipForm request={request} order={order} couriers={couriers} />
      </Panel>
    );
  if (!has('shipped')) return null;
  return (
    <Panel title={has('returned') ? 'Came back' : has('delivered') ? 'Delivered' : 'On the way'}>
      <Shipment order={order} />
      {toCollect(order) > 0 && (
        <p class="notice">
          {formatNaira(toNaira(toCollect(order)))} is to be collected.{' '}
          <a href={doorPath(order.id)}>What happened at the door</a>
        </p>
      )}
      {!has('delivered') && !has('returned') && (
        <>
          <Press request={request} order={order} action="delivered" words="Mark as delivered" />
          <details open={request.returned?.action === actionPath(order.id, 'shipped')}>
            <summary>Correct courier or tracking number</summary>
            <ShipForm request={request} order={order} couriers={couriers} />
          </details>
        </>
      )}
      {!has('returned') && may(request.actor.role, 'owner') && (
        <details open={request.returned?.action === actionPath(order.id, 'returned')}>
          <summary>Mark as returned</summary>
          <ReturnForm request={request} order={order} />
        </details>
      )}
    </Panel>
  );
}

/** The form that names the place of an order that came with only a fee. No place in its state has that fee. */
function PlaceForm({ request, order, places }: Pick<Parts, 'request' | 'order' | 'places'>) {
  const form = request.form(actionPath(order.id, 'place'));
  const options = places.map(
    ({ place, amount }) => [place, `${place}, ${formatNaira(amount)}`] as const,
  );
  return (
    <Panel title="Where does it go?">
      <p class="notice">
        The order came without a place, and no place in {order.state} has the fee that was paid:{' '}
        {formatNaira(toNaira(order.feeKobo))}. It can be packed once its place is named. Ask the
        customer, and agree on what is missing of the fee.
      </p>
      <Form form={form}>
        <Select
          form={form}
          name="place"
          label="Place and fee"
          options={[['', 'Choose one'], ...options]}
        />
        <Button>Name the place</Button>
      </Form>
    </Panel>
  );
}

/** A form with only a button. */
function Press({
  request,
  order,
  action,
  words,
}: Pick<Parts, 'request' | 'order'> & { action: OrderAction; words: string }) {
  const form = request.form(actionPath(order.id, action));
  return (
    <Form form={form}>
      {action === 'packed' && <DespiteDispute form={form} order={order} />}
      <Button>{words}</Button>
    </Form>
  );
}

/** The confirmation that a disputed order goes out. */
const DespiteDispute = ({ form, order }: { form: FormState; order: AdminOrder }) =>
  order.disputes.some(({ isOpen }) => isOpen) && (
    <Checkbox form={form} name={DESPITE_DISPUTE} label="I know that it is disputed" />
  );

/** The courier of the last shipment, with its tracking number. */
function Shipment({ order }: { order: AdminOrder }) {
  const row = order.steps.findLast(({ step }) => step === 'shipped');
  return (
    <p>
      With {row?.courier}
      {row?.trackingNumber ? `, tracking number ${row.trackingNumber}` : ', no tracking number'}
    </p>
  );
}

export const Couriers = ({ couriers }: Pick<Parts, 'couriers'>) => (
  <datalist id="couriers">
    {couriers.map((courier) => (
      <option value={courier}></option>
    ))}
  </datalist>
);

function ShipForm({ request, order, couriers }: Omit<Parts, 'places'>) {
  const shipped = order.steps.findLast(({ step }) => step === 'shipped');
  const form = request.form(actionPath(order.id, 'shipped'), lastStep(order));
  return (
    <Form form={form}>
      <div class="two">
        <Field
          form={form}
          name="courier"
          label="Courier"
          value={shipped?.courier ?? couriers[0] ?? ''}
          list="couriers"
          maxlength={LONGEST_SHIPMENT}
          required
        />
        <Field
          form={form}
          name="tracking"
          label="Tracking number, if there is one"
          value={shipped?.trackingNumber ?? ''}
          maxlength={LONGEST_SHIPMENT}
        />
      </div>
      <Couriers couriers={couriers} />
      {!shipped && <DespiteDispute form={form} order={order} />}
      {/* An order that is not packed must be packed first. */}
      <Button kind={order.steps.length > 0 ? 'main' : 'quiet'}>
        {shipped ? 'Save, and email the customer' : 'Mark as shipped'}
      </Button>
    </Form>
  );
}

function ReturnForm({ request, order }: Pick<Parts, 'request' | 'order'>) {
  const form = request.form(actionPath(order.id, 'returned'));
  return (
    <Form form={form}>
      <Checkbox form={form} name="restock" label="All its units go back into stock" />
      <Button kind="danger">Mark as returned</Button>
    </Form>
  );
}
