import { useOnline } from './use-online.ts';
import type { Message } from './use-submit.ts';

/** What went wrong with the last press, said where the shopper is looking: above the button. */
export function Messages({ message }: { message: Message | null }) {
  const online = useOnline();
  return (
    <div role="alert" className="empty:hidden">
      {message?.kind === 'offline' && !online && (
        <p className="notice notice-error">
          You are offline. Nothing was sent, and everything you typed is kept. Press again when you
          are connected.
        </p>
      )}
      {message?.kind === 'offline' && online && (
        <p className="notice notice-good">You are connected again. You can proceed to payment.</p>
      )}
      {message?.kind === 'advice' && <p className="notice notice-error">{message.text}</p>}
      {message?.kind === 'changed' && (
        <div className="notice">
          <p>
            {message.changes.length > 0
              ? 'Your order has changed since you put it together. Nothing was charged. Please look at it again before you pay:'
              : 'The shop has new figures for your order. Nothing was charged. Please look at it again before you pay.'}
          </p>
          <ul className="mt-2 list-disc ps-5">
            {message.changes.map(({ id, text }) => (
              <li key={id}>{text}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
