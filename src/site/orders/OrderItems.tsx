import { Fragment } from 'react';
import { paths } from '#config/paths.ts';
import type { Order } from '#contract/order.ts';
import { formatNaira, toKobo, toNaira } from '#domain/money/money.ts';
import { rowsOfOrder, sumText } from '#domain/orders/sums.ts';
import { LinePicture } from '#site/cart/LinePicture.tsx';
import { has } from '#site/client/extensions.ts';
import { BuyAgain } from './BuyAgain.tsx';
import { keyedLines } from './lines.ts';
import { isAccepted } from './StatusBadge.tsx';

const LAST = 'border-t border-hairline pt-4 text-lead';

/**
 * The items and sums of an order (spec §2), with each item's size and the discount of promotions where the backend has
 * these extensions. The sums come from the order and are not recalculated.
 */
export function OrderItems({ order }: { order: Order }) {
  const rows = rowsOfOrder(has('order.promotion') ? order : { ...order, promotion: undefined });
  return (
    <section className="order-items panel" aria-labelledby="items-title">
      <h2 id="items-title" className="panel-title">
        Order Items
      </h2>
      <ul className="mt-2 divide-y divide-hairline">
        {keyedLines(order.items).map(({ key, line }) => (
          <Item key={key} item={line} facts={has('order.receipt') && line.facts} />
        ))}
      </ul>
      <dl className="grid grid-cols-[1fr_auto] items-baseline gap-y-3 border-t border-hairline pt-4">
        {rows.map((row) => (
          <Fragment key={row.label}>
            <dt className={row.is === 'total' ? `font-display ${LAST}` : ''}>{row.label}</dt>
            <dd className={`display ${row.is} text-end ${row.is === 'total' ? LAST : ''}`}>
              {sumText(row)}
            </dd>
          </Fragment>
        ))}
      </dl>
      {(order.status !== 'pending' || isAccepted(order)) && <BuyAgain items={order.items} />}
    </section>
  );
}

type ItemProps = { item: Order['items'][number]; facts: string | false | undefined };

function Item({ item, facts }: ItemProps) {
  const { productId, name, price, image, quantity } = item;
  return (
    <li className="order-item flex gap-4 py-4">
      <LinePicture image={image} name={name} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        {productId ? (
          <a
            href={paths.product(productId)}
            dir="auto"
            className="text-left leading-snug hover:text-amber"
          >
            {name}
          </a>
        ) : (
          <p dir="auto" className="text-left leading-snug">
            {name}
          </p>
        )}
        {facts && <p className="order-facts text-small text-ink-soft">{facts}</p>}
        <p className="text-small text-ink-soft">Quantity: {quantity}</p>
        <div className="mt-auto flex flex-wrap items-baseline justify-between gap-x-6">
          <p className="text-small text-ink-soft">
            {formatNaira(price)}
            {quantity > 1 && ' each'}
          </p>
          <p className="display text-name">{formatNaira(toNaira(toKobo(price) * quantity))}</p>
        </div>
      </div>
    </li>
  );
}
