/** The statuses of an order and of its payment (spec §4). */
export const ORDER_STATUSES = ['pending', 'paid', 'failed', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** An order's number as customers see it: the last 5 characters of its id, in upper case (spec §2). */
export function orderNumber(id: string): string {
  return id.slice(-5).toUpperCase();
}

/** A status as its badge shows it: with a capital first letter (spec §4). */
export function statusLabel(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1);
}

/** The number of lines of an order: '1 item', '2 items' (spec §2). */
export function itemCount(items: readonly unknown[]): string {
  return items.length === 1 ? '1 item' : `${items.length} items`;
}
