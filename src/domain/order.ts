/** Order and payment status values (spec §4). */
export const ORDER_STATUSES = ['pending', 'paid', 'failed', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The only steps an order takes; the database holds the same table (decision 12). */
export const ORDER_STEPS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['paid', 'failed', 'cancelled'],
  failed: ['paid'],
  cancelled: ['paid'],
  paid: [],
};

/** The number that people say for an order: the last 5 characters of its id, upper case (spec §2). */
export function orderNumber(id: string): string {
  return id.slice(-5).toUpperCase();
}

/** A status as its badge says it: the first letter capitalised (spec §4). */
export function statusLabel(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1);
}

/** How many different things an order holds: '1 item', '2 items' (spec §2). */
export function itemCount(items: readonly unknown[]): string {
  return items.length === 1 ? '1 item' : `${items.length} items`;
}
