/** @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx';
import {
  type Refusal,
  type Result,
  done as recorded,
  refuse,
  type StaffCode,
} from '#backend/base/result.ts';
import type { WithEvents } from '#backend/events/events.ts';
import { latestCouriers } from '#backend/fulfilment/couriers.ts';
import { recordStep, type StepRequest } from '#backend/fulfilment/steps.ts';
import { LONGEST_SHIPMENT, stepWords } from '#backend/fulfilment/words.ts';
import { ORDERS, orderPath } from '#backend/office/addresses.ts';
import { Button, Field, Form } from '#backend/office/frame/Form.tsx';
import type { FormState } from '#backend/office/frame/form-state.ts';
import type { FormRequest, PageRequest } from '#backend/office/frame/page-request.ts';
import { Panel } from '#backend/office/frame/parts.tsx';
import {
  type Action,
  defineAction,
  definePage,
  leadTo,
  type Outcome,
} from '#backend/office/frame/routes.ts';
import { type AdminOrder, ordersById } from '#backend/order-book/admin-orders.ts';
import type { AdminStatus } from '#backend/order-book/filter.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { counted } from '#domain/words.ts';
import { shipmentFault } from './actions.ts';
import { DELIVER, PACK, SHIP } from './addresses.ts';
import { goingTo, nameOf, Standing } from './parts.tsx';
import { Couriers, lastStep } from './step-forms.tsx';
import { queryOf } from './views.ts';

/** The most orders in one action. */
export const MOST_AT_ONCE = 100;

/** Returns the orders of an address, or of a form that was refused. */
export async function chosenOrders(request: PageRequest): Promise<AdminOrder[]> {
  const given = request.returned?.fields.getAll('id') ?? request.query.getAll('id');
  const ids = given.filter((id) => typeof id === 'string').slice(0, MOST_AT_ONCE);
  return ordersById(request.db, ids);
}

/** Returns the page for a form without ticked orders. */
export const nothingTicked = (title: string) => ({
  title,
  back: { path: ORDERS, name: 'Orders' },
  body: <p class="empty">Tick at least one order in the list, and press the button again.</p>,
});

const back = (show: string) => ({ path: `${ORDERS}?show=${show}`, name: 'Orders' });

/** The page with the units to pack for several orders, and the button that records it. */
export const packPage = definePage({
  path: PACK,
  role: 'packer',
  async view(request) {
    const orders = await chosenOrders(request);
    if (orders.length === 0) return nothingTicked('Pack orders');
    const form = request.form(PACK);
    return {
      title: `Pack ${counted(orders.length, 'order')}`,
      back: back('unpacked'),
      body: (
        <Form form={form} class="form wide">
          <Panel title="Off the shelf">
            <ul class="shelf">
              {offTheShelf(orders).map(([name, units]) => (
                <li>
                  <b>{units} ×</b> {name}
                </li>
              ))}
            </ul>
          </Panel>
          <Panel title="Into the parcels">
            <ul class="list">
              {orders.map((order) => (
                <Chosen order={order}>
                  {order.items.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')}
                </Chosen>
              ))}
            </ul>
          </Panel>
          <div class="press">
            <Button>
              {orders.length === 1 ? 'Mark as packed' : `Mark all ${orders.length} as packed`}
            </Button>
          </div>
        </Form>
      ),
    };
  },
});

/** The page for several orders that have arrived. */
export const deliverPage = definePage({
  path: DELIVER,
  role: 'packer',
  async view(request) {
    const orders = await chosenOrders(request);
    if (orders.length === 0) return nothingTicked('Delivered orders');
    return {
      title: `${counted(orders.length, 'order')} delivered`,
      back: back('shipped'),
      body: (
        <Form form={request.form(DELIVER)} class="form wide">
          <ul class="list">
            {orders.map((order) => (
              <Chosen order={order}>{goingTo(order)}</Chosen>
            ))}
          </ul>
          <div class="press">
            <Button>
              {orders.length === 1 ? 'Mark as delivered' : `Mark all ${orders.length} as delivered`}
            </Button>
          </div>
        </Form>
      ),
    };
  },
});

/** Returns the units that several orders need, by product name. */
function offTheShelf(orders: readonly AdminOrder[]): [name: string, units: number][] {
  const units = new Map<string, number>();
  for (const { items } of orders)
    for (const { name, quantity } of items) units.set(name, (units.get(name) ?? 0) + quantity);
  return [...units].toSorted(([a], [b]) => a.localeCompare(b));
}

export function Chosen({ order, children }: PropsWithChildren<{ order: AdminOrder }>) {
  return (
    <li class="row">
      <div class="row-text">
        <input type="hidden" name="id" value={order.id} />
        <a href={orderPath(order.id)}>
          #{orderNumber(order.id)} {nameOf(order)}
        </a>
        <p>{children}</p>
      </div>
      <div class="row-end">
        <Standing order={order} />
      </div>
    </li>
  );
}

/** Returns the name of a tracking-number field, by its position in the form. A page of fifty must stay small. */
const trackingOf = (place: number) => `t${place}`;

/** Returns the last step of an order that the form has seen: as it was sent, unless the page has shown a newer one. */
function seenOf(form: FormState, order: AdminOrder, place: number): string {
  const sent = form.refusal?.code === 'stale' ? undefined : form.values('seen')[place];
  return sent ?? lastStep(order);
}

/** The page for one courier of several orders, with tracking numbers. */
export const shipPage = definePage({
  path: SHIP,
  role: 'packer',
  async view(request) {
    const [orders, couriers] = await Promise.all([
      chosenOrders(request),
      latestCouriers(request.db),
    ]);
    if (orders.length === 0) return nothingTicked('Ship orders');
    const form = request.form(SHIP);
    return {
      title: `Ship ${counted(orders.length, 'order')}`,
      back: back('packed'),
      body: (
        <Form form={form} class="form wide">
          <Field
            form={form}
            name="courier"
            label="Courier of all of them"
            value={couriers[0] ?? ''}
            list="couriers"
            maxlength={LONGEST_SHIPMENT}
            required
          />
          <Couriers couriers={couriers} />
          <ul class="list">
            {orders.map((order, place) => (
              <li class="parcel">
                <input type="hidden" name="id" value={order.id} />
                <input type="hidden" name="seen" value={seenOf(form, order, place)} />
                <label for={form.fieldId(trackingOf(place))}>
                  #{orderNumber(order.id)} {nameOf(order)} <small>{goingTo(order)}</small>
                </label>
                <input
                  id={form.fieldId(trackingOf(place))}
                  name={trackingOf(place)}
                  value={form.value(trackingOf(place))}
                  placeholder="Tracking number"
                />
              </li>
            ))}
          </ul>
          <div class="press">
            <Button>
              {orders.length === 1 ? 'Mark as shipped' : `Mark all ${orders.length} as shipped`}
            </Button>
          </div>
        </Form>
      ),
    };
  },
});

/** Returns why one of several was refused. Exceptions are made on the order's page. */
const refusalWords = ({ message, about }: Refusal<StaffCode>): string =>
  about ? `${message} You can still record it on its page.` : message;

/** Runs an action on each order, and reports those that were refused. */
export async function each(
  request: FormRequest,
  word: string,
  show: AdminStatus | undefined,
  work: (id: string) => Promise<Result<string, StaffCode>>,
): Promise<Outcome> {
  const ids = [...new Set(request.texts('id'))].slice(0, MOST_AT_ONCE);
  const outcomes: Result<string, StaffCode>[] = [];
  for (const id of ids) outcomes.push(await work(id));
  const refusals = outcomes.flatMap((outcome) => (outcome.ok ? [] : outcome.refusal));
  const succeeded = outcomes.length - refusals.length;
  if (succeeded === 0) {
    const [first] = refusals;
    const message = refusals.map(refusalWords).join(' ') || 'No order was chosen.';
    return refuse(first?.code ?? 'invalid', message);
  }
  const many = `${counted(succeeded, 'order')} ${succeeded === 1 ? 'is' : 'are'} ${word}.`;
  const words = outcomes.length === 1 && outcomes[0]?.ok ? outcomes[0].value : many;
  return leadTo(
    ORDERS + queryOf({ status: show }),
    [words, ...refusals.map(refusalWords)].join(' '),
  );
}

/** Records a step for each order. */
const record = (
  shop: WithEvents,
  request: FormRequest,
  word: string,
  show: AdminStatus | undefined,
  requestOf: (id: string) => StepRequest,
): Promise<Outcome> =>
  each(request, word, show, async (id) => {
    const outcome = await recordStep(shop, id, requestOf(id));
    return outcome.ok ? recorded(stepWords(outcome.value)) : outcome;
  });

/** Returns the actions on several orders at once. */
export const severalActions = (shop: WithEvents): readonly Action[] => [
  defineAction({
    path: PACK,
    role: 'packer',
    page: packPage,
    perform: (request) =>
      record(shop, request, 'packed', 'packed', () => ({ step: 'packed', actor: request.actor })),
  }),
  defineAction({
    path: DELIVER,
    role: 'packer',
    page: deliverPage,
    perform: (request) =>
      record(shop, request, 'delivered', 'shipped', () => ({
        step: 'delivered',
        actor: request.actor,
      })),
  }),
  defineAction({
    path: SHIP,
    role: 'packer',
    page: shipPage,
    async perform(request) {
      const courier = request.text('courier');
      const ids = request.texts('id');
      const tracking = ids.map((_, place) => request.text(trackingOf(place)));
      const longest = tracking.findIndex(
        (text) => text.length === Math.max(...tracking.map(sizeOf)),
      );
      const fault = shipmentFault(courier, tracking[longest] ?? '', trackingOf(longest));
      if (fault) return fault;
      const seen = request.texts('seen');
      return record(shop, request, 'shipped', 'packed', (id) => {
        const place = ids.indexOf(id);
        return {
          step: 'shipped',
          actor: request.actor,
          courier,
          trackingNumber: tracking[place] || null,
          seen: Number(seen[place]) || 0,
        };
      });
    },
  }),
];

const sizeOf = (text: string) => text.length;
