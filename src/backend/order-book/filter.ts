/**
 * What the merchant can filter by. `unpacked` and `packed` are those that wait to go out, by whether they are packed.
 * `placeless` are those that cannot be packed before staff have named their place. `late` are the unpacked ones that had
 * ended before they were paid; `shipped` those that are on the way. `refund` selects orders whose refund is due or did not work, `dispute` those whose payment is disputed, `reversed` those
 * whose money has gone back.
 */
export const ADMIN_STATUSES = [
  'unpacked',
  'packed',
  'placeless',
  'late',
  'shipped',
  'delivered',
  'returned',
  'refund',
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
 * Which orders. `toPack`: those that wait to go out. `from` and `to` are days in Africa/Lagos ('2026-11-21') on which
 * orders were placed, both included. `find`: what a person typed to find them (finding.ts).
 */
export interface OrderFilter {
  status?: AdminStatus | undefined;
  toPack?: boolean | undefined;
  from?: string | undefined;
  to?: string | undefined;
  find?: string | undefined;
}

/** Whether a text is a day of the calendar: '2026-11-21'. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
