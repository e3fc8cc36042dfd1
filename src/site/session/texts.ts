import type { ToastText } from '#site/toasts/toasts-store.ts';

/** A call was refused because the session has expired, or was ended from another device. */
export const SESSION_ENDED: ToastText = {
  title: 'Please log in again',
  text: 'You have been logged out. What you typed is kept.',
  tone: 'bad',
  leads: true,
};
/** A visitor's call without a session was refused: this backend requires a login for it. */
export const LOGIN_NEEDED: ToastText = {
  title: 'Please log in',
  text: 'The shop wants a login for this. Your cart, and what you typed, is kept.',
  tone: 'bad',
  leads: true,
};
