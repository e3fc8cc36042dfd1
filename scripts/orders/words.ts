import type { DeskOrder } from '#backend/services/orders/admin.ts';

const lagos = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Africa/Lagos',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** '2026-11-21 10:05', in Lagos. */
export const lagosTime = (at: Date): string => lagos.format(at);

/** How many bottles an order holds. */
export const bottlesIn = (order: DeskOrder): number =>
  order.items.reduce((sum, item) => sum + item.quantity, 0);

/** Where an order stands, in a word or two. */
export function standing(order: DeskOrder): string {
  if (order.refundedAt) return 'refunded';
  if (order.refundNeeded) return 'refund due';
  return order.reversedAt ? 'reversed' : order.status;
}

/** One line of text for a terminal: what a customer typed can neither move its cursor nor turn its writing round. */
export const plain = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
