import { type ReactNode, useSyncExternalStore } from 'react';
import type { Message } from './field-errors.ts';

const subscribe = (changed: () => void) => {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
};

/** Returns whether the device has a network, as far as the browser knows. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

interface Props {
  message: Message | null;
  /** Shown in the notice, below the text of a failure. */
  more?: ReactNode;
  /** Shown below the message. */
  children?: ReactNode;
}

/** Shows above the button what went wrong with the last click. */
export function Messages({ message, more, children }: Props) {
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
      {children}
    </div>
  );
}
