import * as z from 'zod/mini';
import { isoTime } from './values.ts';

/**
 * What a backend tells the publisher when something changed that the pages show (design: Publishing). It says that
 * there is news, not what: the publisher reads the catalogue anew, so a message that comes twice or late does no harm.
 */
export const catalogueChanged = z.object({
  /** The catalogue's version (extension catalogue.version) after the change. */
  version: z.string(),
  /** When the change took effect, by the backend's clock: a discount that ended then has ended in the pages too. */
  at: isoTime,
});
export type CatalogueChanged = z.infer<typeof catalogueChanged>;

/** Path of the publisher that takes the message by POST. */
export const PUBLISH_PATH = '/publish';

/** Header with the time of sending: whole seconds since 1970. */
export const PUBLISH_TIMESTAMP_HEADER = 'x-turare-timestamp';

/**
 * Header with the signature: lowercase hex of HMAC-SHA256, keyed by the secret that both sides share, over the
 * timestamp, a full stop, and the body's raw bytes.
 */
export const PUBLISH_SIGNATURE_HEADER = 'x-turare-signature';
