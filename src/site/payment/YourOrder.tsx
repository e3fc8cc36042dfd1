import { useStore } from '@nanostores/react';
import { paths } from '#config/paths.ts';
import type { Order } from '#contract/order.ts';
import { arrivalWords, expectedWords } from '#domain/delivery/words.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { buyerOf } from '#domain/orders/order-extras.ts';
import { LinePicture } from '#site/cart/LinePicture.tsx';
import { has } from '#site/client/extensions.ts';
import { failureText } from '#site/client/failure-text.ts';
import { fetchOrderOfAttempt } from '#site/orders/fetch-orders.ts';
import { keyedLines } from '#site/orders/lines.ts';
import { useAnswer } from '#site/orders/use-answer.ts';
import { $session } from '#site/session/session-store.ts';

interface Props {
  /** The key of the attempt that was paid. Only the browser that began it has the key. */
  attempt: string;
}

/** The order that has just been paid: whose it is, what comes and when, and the link to it. */
export function YourOrder(props: Props) {
  const { attempt } = props;
  const { answer, again } = useAnswer(() => fetchOrderOfAttempt(attempt), attempt);
  if (answer.kind === 'waiting') return <Waiting />;
  if (answer.kind === 'failed') {
    // A link of that time has ended, which the order's own page says.
    if (answer.error.kind === 410) return null;
    return (
      <div className="notice grid max-w-read justify-items-start gap-3">
        <p>Your order is confirmed, but it cannot be shown here now. {failureText(answer.error)}</p>
        <button type="button" className="button-quiet" onClick={again}>
          Show my order
        </button>
      </div>
    );
  }
  if (!answer.data) return null;
  return <Known order={answer.data} {...props} />;
}

function Known({ order, attempt }: Props & { order: Order }) {
  const session = useStore($session, { ssr: () => null });
  const { _id: id, items, shippingInfo } = order;
  const number = orderNumber(id);
  return (
    <section className="panel grid w-full max-w-read gap-4" aria-labelledby="your-order">
      <h2 id="your-order" className="panel-title">
        Order #{number}
      </h2>
      <p dir="auto" className="text-left">
        Thank you, {buyerOf(shippingInfo)}.
      </p>
      {has('order.delivery') && order.delivery && <Arrival delivery={order.delivery} />}
      <ul className="grid gap-4">
        {keyedLines(items).map(({ key, line }) => (
          <li key={key} className="flex gap-4">
            <LinePicture image={line.image} name={line.name} />
            <div className="grid min-w-0 flex-1 content-center gap-1">
              <p dir="auto" className="text-left leading-snug">
                {line.name}
              </p>
              {has('order.receipt') && line.facts && (
                <p className="text-small text-ink-soft">{line.facts}</p>
              )}
              <p className="text-small text-ink-soft">Quantity: {line.quantity}</p>
            </div>
          </li>
        ))}
      </ul>
      <a
        href={session ? paths.order(id) : paths.sharedOrder(id, attempt)}
        className="button sm:justify-self-start"
      >
        View Order #{number}
      </a>
    </section>
  );
}

function Arrival({ delivery }: { delivery: NonNullable<Order['delivery']> }) {
  const moving = expectedWords(delivery);
  return (
    <div className="grid gap-1">
      <p className="font-display text-heading text-balance">
        {arrivalWords(delivery, delivery.place ?? '')}.
      </p>
      {moving && <p className="text-small text-ink-soft">{moving}</p>}
    </div>
  );
}

function Waiting() {
  return (
    <div className="panel grid w-full max-w-read gap-4" aria-hidden="true">
      <div className="skeleton h-7 w-40" />
      <div className="flex gap-4">
        <div className="skeleton h-25 w-20" />
        <div className="skeleton h-4 w-3/5 self-center" />
      </div>
    </div>
  );
}
