import { isReference } from '#backend/base/ids.ts';
import type { ProviderPayment } from '#backend/payment-provider/provider.ts';
import type { Settings } from '#backend/settings/settings.ts';

/** The mark of this shop in the metadata of its payments. Several shops and systems may share an account. */
export const shopMark = ({ SITE_URL }: Pick<Settings, 'SITE_URL'>) => ({
  shop: new URL(SITE_URL).host,
});

/**
 * Whose payment it is, by the form of its reference and by its mark. One without a mark was begun before payments
 * had any, or its metadata was lost: it is taken as ours, so that no money stays unseen.
 */
export function ownerOf(
  { reference, metadata }: Pick<ProviderPayment, 'reference' | 'metadata'>,
  settings: Pick<Settings, 'SITE_URL'>,
): 'ours' | 'other shop' | 'other system' {
  if (!isReference(reference)) return 'other system';
  const mark = metadata?.shop;
  return typeof mark !== 'string' || mark === '' || mark === shopMark(settings).shop
    ? 'ours'
    : 'other shop';
}
