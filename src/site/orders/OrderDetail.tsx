import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useRef } from 'react';
import { paths } from '#config/paths.ts';
import { shop } from '#config/shop.ts';
import type { Order } from '#contract/order.ts';
import { lagosDate } from '#domain/lagos-date.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { has } from '#site/client/extensions.ts';
import { failureText } from '#site/client/failure-text.ts';
import { island } from '#site/lazy/island.tsx';
import { useHydrated } from '#site/lazy/use-hydrated.ts';
import { $session } from '#site/session/session-store.ts';
import { EndedLink } from './EndedLink.tsx';
import { fetchOrder, fetchSharedOrder } from './fetch-orders.ts';
import { focusMain } from './focus-main.ts';
import { OrderSheet } from './OrderSheet.tsx';
import { readOrderAddress } from './order-address.ts';
import { StatusBadge } from './StatusBadge.tsx';
import { type Answer, useAnswer } from './use-answer.ts';
import { useVeil } from './use-veil.ts';

/** The heading of a printed order: the shop (orders/receipt.css). */
export function Letterhead() {
  return (
    <div className="letterhead">
      <p className="wordmark">{shop.name}</p>
      <address>
        {shop.address.join(', ')}
        <br />
        {shop.phone.label} · {shop.email}
      </address>
    </div>
  );
}

/** One order (spec §2), for the signed-in customer, or for anyone with the secret of its confirmation email. */
function OrderDetail() {
  const session = useStore($session, { ssr: () => null });
  const root = useRef<HTMLDivElement>(null);
  const hydrated = useHydrated();
  const address = useMemo(
    () => (hydrated ? readOrderAddress(location) : { id: '', key: '' }),
    [hydrated],
  );
  const key = hydrated && has('order.shared') ? address.key : '';
  const { answer, again, refresh, show } = useAnswer(
    () => (key ? fetchSharedOrder(address.id, key) : fetchOrder(address.id)),
    key ? `holder of ${key}` : session?.token,
  );
  useVeil(root, refresh);

  const title = titleOf(answer);
  useEffect(() => {
    document.title = `${title} · ${shop.name}`;
  }, [title]);

  return (
    <div
      ref={root}
      className="order grid min-h-[calc(100svh-9rem)] content-start gap-8"
      aria-busy={answer.kind === 'waiting' || undefined}
    >
      {answer.kind === 'known' && <Letterhead />}
      {answer.kind !== 'failed' && (
        // CSS hides the link for a visitor who is not signed in, and keeps its room.
        <div className="order-back -mb-6 min-h-11">
          <a
            href={paths.orders}
            className="link signed-in-only inline-flex min-h-11 items-center text-small"
          >
            Back to Orders
          </a>
        </div>
      )}
      <div role="status">
        {answer.kind === 'waiting' && <h1 className="visually-hidden">Loading your order…</h1>}
        {isEnded(answer) && <EndedLink secret={key} />}
        {answer.kind === 'failed' && !isEnded(answer) && (
          <Failed
            title={title}
            trouble={!isMissing(answer) && failureText(answer.error)}
            loggedIn={session !== null}
            retry={() => {
              again();
              focusMain();
            }}
          />
        )}
        {answer.kind === 'known' && <Head order={answer.data} />}
      </div>
      {answer.kind === 'waiting' && <Waiting />}
      {answer.kind === 'known' && <OrderSheet order={answer.data} secret={key} show={show} />}
    </div>
  );
}

export default island(OrderDetail);

/** Whether the order does not exist, or belongs to another customer. The API refuses an impossible id with 400. */
const isMissing = (answer: Answer<Order>) =>
  answer.kind === 'failed' && (answer.error.kind === 404 || answer.error.kind === 400);

/** Whether the link of an email no longer shows the order. */
const isEnded = (answer: Answer<Order>) => answer.kind === 'failed' && answer.error.kind === 410;

function titleOf(answer: Answer<Order>): string {
  if (answer.kind === 'known') return `Order #${orderNumber(answer.data._id)}`;
  if (answer.kind === 'waiting') return 'Your order';
  if (isEnded(answer)) return 'This link has ended';
  return 'Order not found';
}

function Head({ order }: { order: Order }) {
  const { _id, createdAt } = order;
  return (
    <>
      <h1 className="text-heading">Order #{orderNumber(_id)}</h1>
      <p className="mt-3 flex flex-wrap items-baseline gap-x-5 gap-y-1">
        {createdAt && (
          <time dateTime={createdAt} className="text-ink-soft">
            {lagosDate(createdAt)}
          </time>
        )}{' '}
        <StatusBadge order={order} />
      </p>
    </>
  );
}

interface FailedProps {
  title: string;
  /** The reason why that is uncertain; false if it is certain. */
  trouble: string | false;
  loggedIn: boolean;
  retry: () => void;
}

/** spec §2 has the same words for every error. If the real reason differs, it is shown below them. */
function Failed({ title, trouble, loggedIn, retry }: FailedProps) {
  return (
    <div className="grid max-w-read justify-items-start gap-4 pt-4">
      <h1 className="text-heading">{title}</h1>
      <p>The order you're looking for doesn't exist.</p>
      {trouble && (
        <p className="notice notice-error">That is not certain, and no order is lost. {trouble}</p>
      )}
      <div className="mt-2 flex w-full flex-wrap gap-3 max-sm:flex-col">
        {trouble && (
          <button type="button" className="button" onClick={retry}>
            Retry
          </button>
        )}
        {loggedIn ? (
          <a href={paths.orders} className={trouble ? 'button-quiet' : 'button'}>
            Back to Orders
          </a>
        ) : (
          <a href={paths.products} className={trouble ? 'button-quiet' : 'button'}>
            Continue Shopping
          </a>
        )}
      </div>
    </div>
  );
}

function Waiting() {
  return (
    <div aria-hidden="true" className="grid gap-8">
      <div className="grid gap-4">
        <div className="skeleton h-10 w-64 max-w-full" />
        <div className="skeleton h-4 w-48" />
      </div>
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="panel flex gap-4">
          <div className="skeleton h-25 w-20" />
          <div className="grid flex-1 content-start gap-3">
            <div className="skeleton h-4 w-3/5" />
            <div className="skeleton h-4 w-1/4" />
          </div>
        </div>
        <div className="panel grid content-start gap-4">
          <div className="skeleton h-7 w-56" />
          <div className="skeleton h-4 w-4/5" />
          <div className="skeleton h-4 w-3/5" />
        </div>
      </div>
    </div>
  );
}
