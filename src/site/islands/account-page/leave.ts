import { endSession, type Session } from '../../stores/session.ts';
import { type ToastText, toast } from '../../stores/toasts.ts';

/** Ends the session that the server has ended already, says so, and goes to a page that needs none. */
export function leaveFor(path: string, { token }: Session, text: ToastText): void {
  // The page would go to /login by itself (controls/session.ts).
  delete document.documentElement.dataset.access;
  endSession(token);
  toast(text);
  location.assign(path);
}
