import { orderPath } from '#backend/office/addresses.ts';
import { originOf } from '#backend/office/origin.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { asTyped } from '#process/as-typed.ts';
import type { Words } from './draft.ts';

/** The settings that say who hears of orders, and where she works on them. */
export type MerchantSettings = Pick<Settings, 'MERCHANT_EMAIL' | 'ADMIN' | 'PUBLIC_API_URL'>;

/** Whom the merchant's emails go to. */
export interface Merchant {
  recipient: string;
  /** The origin of the back office, which their links lead to. Null where it is off: they name commands instead. */
  office: string | null;
}

/** The merchant of a shop. */
export const merchantOf = (settings: MerchantSettings): Merchant => ({
  recipient: settings.MERCHANT_EMAIL,
  office: settings.ADMIN === 'on' ? originOf(settings) : null,
});

/** Where the merchant sees all of an order: the end of each email about one. */
export const allOfOrder = ({ office }: Merchant, id: string): Words =>
  office === null
    ? `All of it: ${asTyped('orders', `show ${id}`)}`
    : [{ text: `Order #${orderNumber(id)} in the back office`, href: office + orderPath(id) }];

/** Words for a shop with a back office, or else those with a command. */
export const byOffice = ({ office }: Merchant, words: string, command: string): string =>
  office === null ? command : words;
