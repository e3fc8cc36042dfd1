import { memo } from 'react';
import { paths } from '#config/paths.ts';
import type { Order } from '#contract/order.ts';
import { lagosDate } from '#domain/lagos-date.ts';
import { formatNaira, toKobo, toNaira } from '#domain/money/money.ts';
import { itemCount, orderNumber } from '#domain/orders/order.ts';
import { LinePicture } from '#site/cart/LinePicture.tsx';
import { has } from '#site/client/extensions.ts';
import { keyedLines } from './lines.ts';
import { StatusBadge } from './StatusBadge.tsx';

/** Number of products that a row shows (spec §9). */
const CHIPS = 3;

/** One order of the list (spec §2). The browser skips the layout of rows far from the screen. */
export const OrderRow = memo(function OrderRow({ order }: { order: Order }) {
  const { _id, createdAt, items, totalAmount } = order;
  const number = orderNumber(_id);
  const taken = has('order.promotion') ? order.promotion : undefined;
  const more = items.length - CHIPS;
  return (
    <li className="grid gap-x-8 gap-y-5 border-t border-hairline py-6 md:grid-cols-[13rem_minmax(0,1fr)]">
      <div className="grid content-start gap-1">
        <h2 className="panel-title">Order #{number}</h2>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 md:grid">
          {createdAt && (
            <time dateTime={createdAt} className="text-small text-ink-soft">
              {lagosDate(createdAt)}
            </time>
          )}{' '}
          <StatusBadge order={order} />
        </div>
      </div>
      <div className="grid min-w-0 gap-4">
        <ul className="flex flex-wrap gap-x-3 gap-y-4">
          {keyedLines(items.slice(0, CHIPS)).map(({ key, line }) => (
            <li key={key} className="w-20 text-caption">
              <LinePicture image={line.image} name={line.name} />
              <p dir="auto" className="mt-1.5 line-clamp-3 text-left">
                {line.name}
              </p>
              <p className="text-ink-soft">x{line.quantity}</p>
            </li>
          ))}
          {more > 0 && (
            <li className="flex h-25 items-center text-caption text-ink-soft">+{more} more</li>
          )}
        </ul>
        <div className="flex flex-wrap items-center gap-x-6">
          <p className="display text-lead">
            <span className="visually-hidden">Total: </span>
            {formatNaira(toNaira(toKobo(totalAmount) - toKobo(taken?.discount ?? 0)))}
          </p>
          <p className="text-small text-ink-soft">{itemCount(items)}</p>
          <a
            href={paths.order(_id)}
            className="link ms-auto inline-flex min-h-11 min-w-11 items-center justify-end text-small"
          >
            View<span className="visually-hidden"> order #{number}</span>
          </a>
        </div>
      </div>
    </li>
  );
});
