import type { Email } from '#backend/mail/email.ts';
import { orderLink } from '#backend/order-book/order-link.ts';
import { orderPaidEmail } from '#backend/order-book/paid-email.ts';
import { deliveryCheck } from '#backend/orders/delivery.ts';
import { merchantPaidEmail } from '#backend/orders/merchant-emails.ts';
import { paths } from '#config/paths.ts';
import { mayWriteTo, type Told, type Writing } from './writing.ts';

/**
 * Writes the emails about an accepted order: one to the merchant, and one to the customer with a link that shows this
 * one order without an account.
 */
export async function aboutAcceptance(
  { order, items, sampleCodes, key }: Told<'order.accepted'>,
  { settings, merchant }: Pick<Writing, 'settings' | 'merchant'>,
): Promise<Email[]> {
  const toMerchant = merchantPaidEmail({ ...order, items, check: deliveryCheck(order) }, merchant);
  if (!mayWriteTo(order)) return [toMerchant];
  const { SITE_URL: site, PUBLIC_API_URL: api } = settings;
  const link = orderLink(settings, order.id, key);
  const returns = `${site}${paths.returns}`;
  const shown = items.map((item) => ({ ...item, picture: smallPicture(item.image, api) }));
  return [toMerchant, orderPaidEmail({ ...order, items: shown, link, returns, site, sampleCodes })];
}

/** The absolute address of a small rendition of a line's picture; undefined without a picture of our own. */
const smallPicture = (image: string, api: string) => {
  const [, folder] = /^(\/media\/\w+)\//.exec(image) ?? [];
  return folder && `${api}${folder}/160.jpg`;
};
