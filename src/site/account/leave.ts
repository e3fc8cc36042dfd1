import { endSession, type Session } from '#site/session/session-store.ts';
import { type ToastText, toast } from '#site/toasts/toasts-store.ts';

/** Ends the session that the server has ended already, says so, and goes to a page that needs none. */
export function leaveFor(path: string, { token }: Session, text: ToastText): void {
  // The page would go to /login by itself (session/signed-in.ts).
  delete document.documentElement.dataset.access;
  endSession(token);
  toast(text);
  location.assign(path);
}
