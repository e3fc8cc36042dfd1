import {
  type AdminStatus,
  isAdminStatus,
  isDay,
  type OrderFilter,
} from '#backend/order-book/filter.ts';

/** The filters of the list of orders, with their names. Those that are used most come first. */
export const VIEWS: readonly (readonly [status: AdminStatus | '', name: string])[] = [
  ['', 'All'],
  ['unpacked', 'To pack'],
  ['packed', 'To ship'],
  ['shipped', 'On the way'],
  ['refund', 'Refund due'],
];

/** The other filters. */
export const MORE_VIEWS: readonly (readonly [status: AdminStatus, name: string])[] = [
  ['placeless', 'Without a place'],
  ['late', 'Paid after the end'],
  ['dispute', 'Disputed'],
  ['pending', 'Not paid yet'],
  ['delivered', 'Delivered'],
  ['returned', 'Came back'],
  ['cancelled', 'Cancelled'],
  ['failed', 'Failed'],
  ['reversed', 'Reversed'],
];

/** What a list has when there is none. */
export const EMPTY: Partial<Record<AdminStatus | '', string>> = {
  '': 'No order has been placed yet.',
  unpacked: 'Nothing to pack.',
  packed: 'Nothing to ship.',
  shipped: 'Nothing is on the way.',
  refund: 'No refund is due.',
  placeless: 'Every order to pack has a place.',
  late: 'No order to pack was paid after it had ended.',
  dispute: 'No payment is disputed.',
};

/** The filter of an address. What it cannot read is left out. */
export function filterOf(
  query: URLSearchParams,
): OrderFilter & { status: AdminStatus | undefined } {
  const show = query.get('show') ?? '';
  const day = (name: string) => {
    const text = query.get(name) ?? '';
    return isDay(text) ? text : undefined;
  };
  return {
    status: isAdminStatus(show) ? show : undefined,
    find: query.get('find')?.trim() || undefined,
    from: day('from'),
    to: day('to'),
  };
}

/** The query of a filter: '?show=packed&find=ada'; '' for all orders. */
export function queryOf(filter: OrderFilter, more: Record<string, string> = {}): string {
  const { status, find, from, to } = filter;
  const fields = Object.entries({ find, show: status, from, to, ...more });
  const given = fields.filter((field): field is [string, string] => Boolean(field[1]));
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
