/** The list of orders. */
export const ORDERS = '/admin/orders';

/** The page of an order, which emails link to. */
export const orderPath = (id: string) => `${ORDERS}/${id}`;

/** Money without an order. */
export const PAYMENTS = '/admin/payments';

/** Backups and the archive. */
export const BACKUPS = '/admin/backups';
