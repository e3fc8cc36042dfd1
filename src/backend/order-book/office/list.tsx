/** @jsxImportSource hono/jsx */

import { AT_DOOR, ORDERS, orderPath } from '#backend/office/addresses.ts';
import { Icon } from '#backend/office/frame/Icon.tsx';
import { List } from '#backend/office/frame/parts.tsx';
import { definePage } from '#backend/office/frame/routes.ts';
import {
  type AdminOrder,
  countOrders,
  pageOfOrders as readPage,
} from '#backend/order-book/admin-orders.ts';
import type { AdminStatus, OrderFilter } from '#backend/order-book/filter.ts';
import { unitCount } from '#backend/order-book/words.ts';
import { may } from '#backend/staff/actor.ts';
import { formatNaira, toNaira } from '#domain/money/money.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { counted } from '#domain/words.ts';
import { LENS } from '#look/shapes.ts';
import { COURIER_SHEET, CSV, DELIVER, PACK, SHIP, SLIPS, UNDO } from './addresses.ts';
import { goingTo, nameOf, Standing, shortMoment } from './parts.tsx';
import { EMPTY, filterOf, moreViews, queryOf, VIEWS } from './views.ts';

/** The filters that show their numbers, which are small. */
const COUNTED: readonly string[] = ['unpacked', 'packed', 'refund'];

/** The next steps for the orders of a filter. Only for filters whose orders' last step can be undone. */
const NEXT: Partial<Record<string, readonly (readonly [name: string, path: string])[]>> = {
  packed: [['Ship', SHIP]],
  shipped: [['Delivered', DELIVER]],
  delivered: [],
  returned: [],
};

/** The list of orders with search, filters, and actions on several orders. */
export const ordersPage = definePage({
  path: ORDERS,
  role: 'packer',
  async view({ db, query, actor, office }) {
    const filter = filterOf(query);
    const after = query.get('after') ?? undefined;
    const [{ orders, next }, counts] = await Promise.all([
      readPage(db, filter, after),
      Promise.all(
        VIEWS.map(async ([status]) =>
          status && COUNTED.includes(status) ? countOrders(db, { status }) : null,
        ),
      ),
    ]);
    const ticked = query.get('tick') === 'all';
    return {
      title: 'Orders',
      body: (
        <>
          <Search filter={filter} />
          <Filters
            filter={filter}
            counts={counts}
            more={moreViews(office.settings.PAYMENT_WAYS, filter.status ?? '')}
          />
          {filter.of && (
            <p>
              The orders of one customer: with the account, the email address or the phone number of
              #{orderNumber(filter.of)}. <a href={ORDERS}>All orders</a>
            </p>
          )}
          {filter.status === 'collect' && (
            <p>
              <a href={AT_DOOR}>Cash with couriers, and refusals</a>
            </p>
          )}
          {orders.length === 0 ? (
            <List empty={emptyWords(filter)} />
          ) : (
            <Several filter={filter} after={after} orders={orders} ticked={ticked} />
          )}
          <nav class="pager" aria-label="Pages">
            {after ? <a href={ORDERS + queryOf(filter)}>The newest</a> : <span></span>}
            {next ? (
              <a href={ORDERS + queryOf(filter, { after: next })} rel="next">
                Older orders
              </a>
            ) : (
              <span></span>
            )}
          </nav>
          {/* No attribute "download": the answer may be the page that asks for the passkey. */}
          {may(actor.role, 'owner') && orders.length > 0 && (
            <p class="soft">
              <a href={CSV + queryOf(filter)}>Download these orders as a spreadsheet (CSV)</a>
            </p>
          )}
        </>
      ),
    };
  },
});

function emptyWords({ status, find, from, to }: OrderFilter): string {
  if (find)
    return `No order is found for '${find}'. Try a part of the name, the last digits of the phone number, or the number of the order.`;
  if (from || to) return 'No orders on these days.';
  return EMPTY[status ?? ''] ?? 'No such order.';
}

function Search({ filter }: { filter: OrderFilter }) {
  const { find = '', status, from = '', to = '' } = filter;
  return (
    <search>
      <form method="get" action={ORDERS} class="find">
        <label for="find" class="visually-hidden">
          Find orders
        </label>
        <input
          type="search"
          id="find"
          name="find"
          value={find}
          placeholder="Name, phone, number, product"
          enterkeyhint="search"
          autocomplete="off"
        />
        {status && <input type="hidden" name="show" value={status} />}
        <button type="submit" class="button quiet">
          <Icon shape={LENS} />
          <span class="visually-hidden">Find</span>
        </button>
        <details open={Boolean(from || to)}>
          <summary>Days</summary>
          <div class="days">
            <label>
              From <input type="date" name="from" value={from} />
            </label>
            <label>
              To <input type="date" name="to" value={to} />
            </label>
          </div>
        </details>
      </form>
    </search>
  );
}

function Filters({
  filter,
  counts,
  more,
}: {
  filter: OrderFilter;
  counts: readonly (number | null)[];
  more: ReturnType<typeof moreViews>;
}) {
  const { status, ...rest } = filter;
  const now = status ?? '';
  const chip = (show: AdminStatus | '', name: string, count: number | null = null) => (
    <a
      class="chip"
      href={ORDERS + queryOf({ ...rest, status: show || undefined })}
      aria-current={show === now ? 'true' : undefined}
    >
      {name}
      {count !== null && (
        <>
          {'\u00a0'}
          <b>{count >= 1000 ? '1,000+' : count}</b>
        </>
      )}
    </a>
  );
  return (
    <nav class="chips" aria-label="Which orders">
      {VIEWS.map(([show, name], place) => chip(show, name, counts[place]))}
      <details open={more.some(([show]) => show === now)}>
        <summary class="chip">More</summary>
        <div class="chips">{more.map(([show, name]) => chip(show, name))}</div>
      </details>
    </nav>
  );
}

/** The orders of a page with checkboxes, and the actions on ticked orders. */
function Several({
  filter,
  after,
  orders,
  ticked,
}: {
  filter: OrderFilter;
  after: string | undefined;
  orders: readonly AdminOrder[];
  ticked: boolean;
}) {
  const page: Record<string, string> = after ? { after } : {};
  const steps = NEXT[filter.status ?? ''] ?? [
    ['Pack', PACK],
    ['Ship', SHIP],
  ];
  return (
    <form method="get" action={PACK} class="several" id="orders">
      <div class="tick-all">
        <span class="soft">{counted(orders.length, 'order')} here</span>
        {ticked ? (
          <a href={`${ORDERS + queryOf(filter, page)}#orders`}>Untick all</a>
        ) : (
          <a href={`${ORDERS + queryOf(filter, { ...page, tick: 'all' })}#orders`}>Tick all</a>
        )}
      </div>
      <ul class="list orders">
        {orders.map((order) => (
          <Order order={order} ticked={ticked} />
        ))}
      </ul>
      <fieldset class="with-ticked">
        <legend class="visually-hidden">With the ticked ones</legend>
        {steps.map(([name, path], place) => (
          <button
            type="submit"
            class={`button ${place === 0 ? 'main' : 'quiet'}`}
            formaction={path}
          >
            {name}
          </button>
        ))}
        <button type="submit" class="button quiet" formaction={SLIPS}>
          Slips
        </button>
        <button type="submit" class="button quiet" formaction={COURIER_SHEET}>
          Courier
        </button>
        {filter.status && NEXT[filter.status] && (
          <button type="submit" class="button quiet" formaction={UNDO}>
            Undo
          </button>
        )}
      </fieldset>
    </form>
  );
}

function Order({ order, ticked }: { order: AdminOrder; ticked: boolean }) {
  const number = orderNumber(order.id);
  return (
    <li class="row">
      <label>
        <input type="checkbox" name="id" value={order.id} checked={ticked} aria-label={number} />
      </label>
      <div class="row-text">
        <a href={orderPath(order.id)}>
          #{number} {nameOf(order)}
        </a>
        <p>
          {shortMoment(order.createdAt)} · {counted(unitCount(order), 'unit')} · {goingTo(order)}
        </p>
      </div>
      <div class="row-end">
        {formatNaira(toNaira(order.totalKobo))} <Standing order={order} />
      </div>
    </li>
  );
}
