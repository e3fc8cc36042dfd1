/**
 * The merchant's filters:
 * - `unpacked`, `packed`: orders that are ready to go out, before and after packing.
 * - `placeless`: orders that need a place from staff before packing.
 * - `late`: unpacked orders that had ended before they were paid.
 * - `shipped`: orders on their way.
 * - `transfer`: orders that wait for a transfer to the shop's own account.
 * - `collect`: orders on their way or delivered whose money is still to be collected at the door.
 * - `refund`: orders whose refund is due or failed.
 * - `return`: orders with a return that is not settled.
 * - `dispute`: orders with a disputed payment.
 * - `reversed`: orders whose money has gone back.
 */
export const ADMIN_STATUSES = [
  'unpacked',
  'packed',
  'placeless',
  'late',
  'shipped',
  'delivered',
  'returned',
  'transfer',
  'collect',
  'refund',
  'return',
  'dispute',
  'reversed',
  'paid',
  'pending',
  'failed',
  'cancelled',
] as const;
export type AdminStatus = (typeof ADMIN_STATUSES)[number];

export const isAdminStatus = (word: string): word is AdminStatus =>
  ADMIN_STATUSES.some((known) => known === word);

/**
 * A selection of orders. `toPack`: those that are ready to go out. `from` and `to`: the first and last day in Africa/Lagos
 * ('2026-11-21') on which they were placed. `find`: a person's search text (finding.ts). `of`: the id of an order whose
 * customer they have (same-customer.ts).
 */
export interface OrderFilter {
  status?: AdminStatus | undefined;
  toPack?: boolean | undefined;
  from?: string | undefined;
  to?: string | undefined;
  find?: string | undefined;
  of?: string | undefined;
}

/** Whether a text is a calendar day: '2026-11-21'. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
