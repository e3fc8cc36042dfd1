/** Where localStorage keeps this device's payments; apart, so that a page can look without loading their store. */
export const PAYMENTS_KEY = 'turare:payments';
