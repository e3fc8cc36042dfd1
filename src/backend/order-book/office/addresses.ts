import { ORDERS, orderPath } from '#backend/office/addresses.ts';

/** The addresses of the orders. */
export const PACK = `${ORDERS}/pack`;
export const SHIP = `${ORDERS}/ship`;
export const DELIVER = `${ORDERS}/deliver`;
export const UNDO = `${ORDERS}/undo`;
export const SLIPS = `${ORDERS}/slips`;
export const COURIER_SHEET = `${ORDERS}/courier-sheet`;
export const CSV = `${ORDERS}/csv`;

/** The checkbox for sending out an order in spite of a dispute. */
export const DESPITE_DISPUTE = 'despite-dispute';

/** The actions on an order's page. Each has its address below the order's. */
export type OrderAction =
  | 'place'
  | 'packed'
  | 'shipped'
  | 'delivered'
  | 'returned'
  | 'undo'
  | 'tell'
  | 'note'
  | 'refund'
  | 'refunded'
  | 'code'
  | 'cancel';

export const actionPath = (id: string, action: OrderAction) => `${orderPath(id)}/${action}`;

/** Returns an address with these orders: '/admin/orders/slips?id=ord_a&id=ord_b'. */
export const withOrders = (path: string, ids: readonly string[]) =>
  `${path}?${new URLSearchParams(ids.map((id) => ['id', id]))}`;
