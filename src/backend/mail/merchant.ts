import { orderPath } from '#backend/office/addresses.ts';
import { originOf } from '#backend/office/origin.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { asTyped } from '#process/as-typed.ts';
import type { Words } from './draft.ts';

/** The settings for the merchant's address, and for where she works on orders. */
export type MerchantSettings = Pick<Settings, 'MERCHANT_EMAIL' | 'ADMIN' | 'PUBLIC_API_URL'>;

export interface Merchant {
  recipient: string;
  /** The origin of the back office, for links. Null if it is off: emails then name commands. */
  office: string | null;
}

/** Returns the merchant of a shop. */
export const merchantOf = (settings: MerchantSettings): Merchant => ({
  recipient: settings.MERCHANT_EMAIL,
  office: settings.ADMIN === 'on' ? originOf(settings) : null,
});

/** Returns the end of each email about an order: where the merchant sees all of it. */
export const allOfOrder = ({ office }: Merchant, id: string): Words =>
  office === null
    ? `All of it: ${asTyped('orders', `show ${id}`)}`
    : [{ text: `Order #${orderNumber(id)} in the back office`, href: office + orderPath(id) }];

/** Returns the words for a shop with a back office, or else those with a command. */
export const byOffice = ({ office }: Merchant, words: string, command: string): string =>
  office === null ? command : words;
