/**
 * What the merchant can filter by. `refund` selects orders whose refund is due or did not work, `dispute` those whose payment
 * is disputed, `reversed` those whose money has gone back.
 */
export const ADMIN_STATUSES = [
  'paid',
  'pending',
  'failed',
  'cancelled',
  'refund',
  'dispute',
  'reversed',
] as const;
export type AdminStatus = (typeof ADMIN_STATUSES)[number];

/**
 * Which orders. `toPack`: those that wait to go out. `from` and `to` are days in Africa/Lagos ('2026-11-21') on which
 * orders were placed, both included.
 */
export interface OrderFilter {
  status?: AdminStatus | undefined;
  toPack?: boolean | undefined;
  from?: string | undefined;
  to?: string | undefined;
}
