import { useStore } from '@nanostores/react';
import { useDeferredValue, useEffect, useRef } from 'react';
import { paths } from '#config/paths.ts';
import type { Order } from '#contract/order.ts';
import type { CallError } from '#site/client/errors.ts';
import { failureText } from '#site/client/failure-text.ts';
import { keepPlaceOnLeaving, returnToPlace } from '#site/frame/place.ts';
import { island } from '#site/lazy/island.tsx';
import { $session } from '#site/session/session-store.ts';
import { fetchOrders } from './fetch-orders.ts';
import { focusMain } from './focus-main.ts';
import { OrderRow } from './OrderRow.tsx';
import { useAnswer } from './use-answer.ts';
import { useVeil } from './use-veil.ts';

/** Skeleton rows while the orders load (spec §9). */
const WAITING_ROWS = ['first', 'second', 'third'];
/** Orders rendered at once. The rest of a long list follows when the browser is idle. */
const AT_ONCE = 20;

/** The customer's orders (spec §2). */
function Orders() {
  const session = useStore($session, { ssr: () => null });
  const root = useRef<HTMLDivElement>(null);
  const { answer, again, refresh } = useAnswer(fetchOrders, session?.token);
  useVeil(root, refresh);
  useEffect(keepPlaceOnLeaving, []);

  return (
    <div
      ref={root}
      className="min-h-[calc(100svh-12rem)]"
      aria-busy={answer.kind === 'waiting' || undefined}
    >
      <div role="status" className="mb-6">
        {answer.kind === 'waiting' && (
          <p key="waiting" className="text-ink-soft">
            Loading your orders…
          </p>
        )}
        {answer.kind === 'failed' && <Failed error={answer.error} again={again} />}
        {answer.kind === 'known' &&
          (answer.data.length > 0 ? (
            <p key="known" className="text-ink-soft">
              {answer.data.length === 1 ? '1 order' : `${answer.data.length} orders`}
            </p>
          ) : (
            <Empty />
          ))}
      </div>
      {answer.kind === 'waiting' && <Waiting />}
      {answer.kind === 'known' && answer.data.length > 0 && <List orders={answer.data} />}
    </div>
  );
}

export default island(Orders);

function List({ orders }: { orders: readonly Order[] }) {
  const shown = useDeferredValue(orders, orders.slice(0, AT_ONCE));
  const whole = shown === orders;
  useEffect(() => {
    if (whole) returnToPlace();
  }, [whole]);
  return (
    <ul>
      {shown.map((order) => (
        <OrderRow key={order._id} order={order} />
      ))}
    </ul>
  );
}

function Empty() {
  return (
    <div className="grid justify-items-start gap-3 pt-4">
      <h2 className="panel-title">No orders yet</h2>
      <p className="text-ink-soft">Start shopping to see your orders here.</p>
      <a href={paths.products} className="button mt-4">
        Browse Products
      </a>
    </div>
  );
}

function Failed({ error, again }: { error: CallError; again: () => void }) {
  // A reload without a network would lose the page.
  const retry = () => {
    if (navigator.onLine) return location.reload();
    again();
    focusMain();
  };
  return (
    <div className="grid max-w-read justify-items-start gap-3 pt-4">
      <h2 className="panel-title">Failed to load orders</h2>
      <p>Please try again later.</p>
      <p className="text-ink-soft">{failureText(error)}</p>
      <button type="button" className="button mt-4" onClick={retry}>
        Retry
      </button>
    </div>
  );
}

function Waiting() {
  return (
    <ul aria-hidden="true">
      {WAITING_ROWS.map((row) => (
        <li
          key={row}
          data-skeleton
          className="grid gap-x-8 gap-y-5 border-t border-hairline py-6 md:grid-cols-[13rem_minmax(0,1fr)]"
        >
          <div className="grid content-start gap-3">
            <div className="skeleton h-7 w-40" />
            <div className="skeleton h-4 w-32" />
          </div>
          <div className="grid gap-4">
            <div className="flex gap-3">
              <div className="skeleton h-25 w-20" />
              <div className="skeleton h-25 w-20" />
            </div>
            <div className="skeleton h-7 w-48" />
          </div>
        </li>
      ))}
    </ul>
  );
}
