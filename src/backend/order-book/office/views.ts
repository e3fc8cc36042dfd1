import {
  type AdminStatus,
  isAdminStatus,
  isDay,
  type OrderFilter,
} from '#backend/order-book/filter.ts';
import type { ChosenWay } from '#domain/payments/ways.ts';

/** The filters of the list of orders with their names, most used first. */
export const VIEWS: readonly (readonly [status: AdminStatus | '', name: string])[] = [
  ['', 'All'],
  ['unpacked', 'To pack'],
  ['packed', 'To ship'],
  ['shipped', 'On the way'],
  ['refund', 'Refund due'],
];

/** The other filters. */
const MORE_VIEWS: readonly (readonly [status: AdminStatus, name: string])[] = [
  ['placeless', 'Without a place'],
  ['late', 'Paid after it ended'],
  ['transfer', 'Waiting for a transfer'],
  ['collect', 'To collect'],
  ['return', 'Returns'],
  ['dispute', 'Disputed'],
  ['pending', 'Not paid yet'],
  ['delivered', 'Delivered'],
  ['returned', 'Came back'],
  ['cancelled', 'Cancelled'],
  ['failed', 'Failed'],
  ['reversed', 'Reversed'],
];

/** The filters that belong to a way to pay. */
const OF_WAY: Partial<Record<AdminStatus, ChosenWay>> = { transfer: 'bank', collect: 'delivery' };

/** Returns the other filters of a shop with these ways to pay. The present one stays. */
export const moreViews = (ways: readonly ChosenWay[], now: string) =>
  MORE_VIEWS.filter(([status]) => {
    const way = OF_WAY[status];
    return status === now || !way || ways.includes(way);
  });

/** The sentence for an empty list. */
export const EMPTY: Partial<Record<AdminStatus | '', string>> = {
  '': 'No order has been placed yet.',
  unpacked: 'Nothing to pack.',
  packed: 'Nothing to ship.',
  shipped: 'Nothing is on the way.',
  transfer: 'No order waits for a transfer.',
  collect: 'Couriers have collected everything.',
  refund: 'No refund is due.',
  placeless: 'Every order to pack has a place.',
  late: 'No order to pack was paid after it had ended.',
  return: 'No return is open.',
  dispute: 'No payment is disputed.',
};

/** Returns the filter in an address. Leaves out what it cannot read. */
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
    of: query.get('of') || undefined,
    from: day('from'),
    to: day('to'),
  };
}

/** Returns the query of a filter: '?show=packed&find=ada'; '' for all orders. */
export function queryOf(filter: OrderFilter, more: Record<string, string> = {}): string {
  const { status, find, of, from, to } = filter;
  const fields = Object.entries({ find, of, show: status, from, to, ...more });
  const given = fields.filter((field): field is [string, string] => Boolean(field[1]));
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
