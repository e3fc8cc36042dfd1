/** The page about payment on delivery: cash with couriers, and refusals. */
export const AT_DOOR = '/admin/at-door';

/** The list of orders. */
export const ORDERS = '/admin/orders';

/** Returns the address of an order's page. Emails link to it. */
export const orderPath = (id: string) => `${ORDERS}/${id}`;

/** Money without an order. */
export const PAYMENTS = '/admin/payments';

/** Backups and the archive. */
export const BACKUPS = '/admin/backups';
