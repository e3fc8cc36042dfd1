import { isReference } from '#backend/base/ids.ts';
import type { Settings } from '#backend/settings/settings.ts';

/** The mark of this shop in the metadata of its payments. Several shops and systems may share a Paystack account. */
export const shopMark = ({ SITE_URL }: Pick<Settings, 'SITE_URL'>) => ({
  shop: new URL(SITE_URL).host,
});

/**
 * Whose payment it is, by the form of its reference and by its mark. One without a mark was begun before payments had any, or
 * its metadata was lost: it is taken as ours, so that no money stays unseen.
 */
export function ownerOf(
  { reference, metadata }: { reference: string; metadata: unknown },
  settings: Pick<Settings, 'SITE_URL'>,
): 'ours' | 'other shop' | 'other system' {
  if (!isReference(reference)) return 'other system';
  const mark = markIn(metadata);
  return mark === null || mark === shopMark(settings).shop ? 'ours' : 'other shop';
}

/** The mark in metadata, which is an object, its JSON as text, 0 or ''. Null if there is none. */
function markIn(metadata: unknown): string | null {
  if (typeof metadata === 'string' && metadata.startsWith('{')) {
    try {
      return markIn(JSON.parse(metadata));
    } catch {
      return null;
    }
  }
  if (typeof metadata !== 'object' || metadata === null || !('shop' in metadata)) return null;
  return typeof metadata.shop === 'string' && metadata.shop !== '' ? metadata.shop : null;
}
