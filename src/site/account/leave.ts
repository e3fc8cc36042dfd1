import { endSession, type Session } from '#site/session/session-store.ts';
import { type ToastText, toast } from '#site/toasts/toasts-store.ts';

/** Removes a session that the server has ended, shows a toast, and opens a page that needs no session. */
export function leaveFor(path: string, { token }: Session, text: ToastText): void {
  // Otherwise session/signed-in.ts would redirect to /login.
  delete document.documentElement.dataset.access;
  endSession(token);
  toast(text);
  location.assign(path);
}
