import type { ToastText } from '#site/toasts/toasts-store.ts';

/** An order that is paid later stands. */
export const ORDER_PLACED: ToastText = {
  title: 'Order placed',
  text: 'Thank you for your order. You pay for it later.',
};
