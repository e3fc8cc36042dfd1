/** The list of orders. */
export const ORDERS = '/admin/orders';

/** The page of an order, which emails link to. */
export const orderPath = (id: string) => `${ORDERS}/${id}`;
