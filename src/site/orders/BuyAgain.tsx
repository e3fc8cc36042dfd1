import { useState } from 'react';
import type { Order } from '#contract/order.ts';
import type { CallError } from '#site/client/errors.ts';
import { failureText } from '#site/client/failure-text.ts';
import { loadModule } from '#site/lazy/load-module.ts';
import { lazyPart } from '#site/lazy/part.ts';

const buyAgainPart = lazyPart(() => import('./buy-again.ts'));

/** The button that fills the cart with an order, and what has changed since. */
export function BuyAgain({ items }: Pick<Order, 'items'>) {
  const [busy, setBusy] = useState(false);
  const [{ count, says }, setOutcome] = useState({ count: 0, says: [''] });
  const press = async () => {
    if (busy) return;
    setBusy(true);
    const offline = (error: CallError) => ({ count: 0, says: [failureText(error)] });
    setOutcome(await loadModule(buyAgainPart).then(({ buyAgain }) => buyAgain(items), offline));
    setBusy(false);
  };
  return (
    <div className="grid justify-items-start gap-3 pt-6">
      <button type="button" className="button-quiet" aria-disabled={busy} onClick={press}>
        {busy ? 'One moment…' : 'Buy again'}
      </button>
      <div role="status" className="grid justify-items-start gap-2 text-small">
        {says.map((words) => (
          <p key={words}>{words}</p>
        ))}
        {count > 0 && (
          <button type="button" className="link min-h-11" data-open="cart-panel">
            Open my cart
          </button>
        )}
      </div>
    </div>
  );
}
