import type { ReactNode } from 'react';
import { useOnline } from '#site/checkout/use-online.ts';
import type { Message } from './use-account-form.ts';

/** What went wrong with the last press, above the button. `more` stands beneath what the server said. */
export function Messages({ message, more }: { message: Message | null; more?: ReactNode }) {
  const online = useOnline();
  return (
    <div role="alert" className="empty:hidden">
      {message?.kind === 'offline' &&
        (online ? (
          <p className="notice notice-good">You are connected again. Press once more to go on.</p>
        ) : (
          <p className="notice notice-error">
            You are offline. Nothing was sent, and everything you typed is kept. Press again when
            you are connected.
          </p>
        ))}
      {message?.kind === 'failed' && (
        <div className="notice notice-error">
          <p>{message.text}</p>
          {more}
        </div>
      )}
    </div>
  );
}
