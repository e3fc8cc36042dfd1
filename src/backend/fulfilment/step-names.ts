/** The steps of an order's goods, in order. They are apart from the tables, which take long to load. */
export const FULFILMENT_STEPS = ['packed', 'shipped', 'delivered', 'returned'] as const;
export type FulfilmentStep = (typeof FULFILMENT_STEPS)[number];
