import { useState } from 'react';
import { paths } from '#config/paths.ts';
import { failureText } from '#site/client/failure-text.ts';
import { askNewLink } from './fetch-orders.ts';
import { useAnswer } from './use-answer.ts';

/** The page of a link that no longer shows its order (refusal order_link_ended). `secret`: the link's. */
export function EndedLink({ secret }: { secret: string }) {
  const [pressed, setPressed] = useState(false);
  const { answer, again } = useAnswer(() => askNewLink(secret), pressed ? secret : undefined);
  const sending = pressed && answer.kind === 'waiting';
  const press = () => {
    if (answer.kind === 'failed') again();
    else setPressed(true);
  };
  return (
    <div className="grid max-w-read justify-items-start gap-4 pt-4">
      <h1 className="text-heading">This link has ended</h1>
      {answer.kind === 'known' ? (
        <p>A new link is on its way to the email address of the order.</p>
      ) : (
        <p>
          A link to an order ends some time after its delivery. We can send a new one to the email
          address of the order.
        </p>
      )}
      {answer.kind === 'failed' && (
        <p className="notice notice-error">{failureText(answer.error)}</p>
      )}
      <div className="mt-2 flex w-full flex-wrap gap-3 max-sm:flex-col">
        {answer.kind !== 'known' && (
          <button
            type="button"
            className="button"
            aria-disabled={sending || undefined}
            onClick={press}
          >
            {sending ? 'Sending…' : 'Send a new link'}
          </button>
        )}
        <a href={paths.products} className="button-quiet">
          Continue Shopping
        </a>
      </div>
    </div>
  );
}
