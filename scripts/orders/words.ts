import type { AdminOrder } from '#backend/services/orders/admin.ts';

const lagos = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Africa/Lagos',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** '2026-11-21 10:05', in Lagos. */
export const lagosTime = (at: Date): string => lagos.format(at);

/** The units of an order. */
export const unitsOf = (order: AdminOrder): number =>
  order.items.reduce((sum, item) => sum + item.quantity, 0);

/** The state of an order, in a word or two. */
export function standing(order: AdminOrder): string {
  if (order.refundedAt) return 'refunded';
  if (order.refundNeeded) return 'refund due';
  return order.reversedAt ? 'reversed' : order.status;
}

/** Text as one line for a terminal. What a customer typed can neither move the cursor nor reverse the writing. */
export const plain = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
