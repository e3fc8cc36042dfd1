import * as z from 'zod/mini';
import { isoTime } from './values.ts';

/**
 * What our API sends to the publisher when something changes that the pages show (decision 17). The message
 * does not say what changed. The publisher reads the catalogue again, so a late or repeated message does no harm.
 */
export const catalogueChanged = z.object({
  /** The catalogue's version (extension catalogue.version) after the change. */
  version: z.string(),
  /** When the change took effect, by the backend's clock. Pages built for it show a discount that ended then as ended. */
  at: isoTime,
});
export type CatalogueChanged = z.infer<typeof catalogueChanged>;

/** What a publisher accepts: a backend may leave out both fields, and send others. */
export const catalogueMessage = z.partial(catalogueChanged);
export type CatalogueMessage = z.infer<typeof catalogueMessage>;

/** Path at which the publisher takes the message by POST. */
export const PUBLISH_PATH = '/publish';

/** Header with the time of sending, in whole seconds since 1970. */
export const PUBLISH_TIMESTAMP_HEADER = 'x-turare-timestamp';

/**
 * Header with the signature: HMAC-SHA256 in lowercase hex, keyed by the shared secret, over the timestamp, a full stop
 * and the raw bytes of the body. A backend that cannot sign sends `Authorization: Bearer` with the secret instead.
 */
export const PUBLISH_SIGNATURE_HEADER = 'x-turare-signature';

/**
 * Path, below that of the message, at which a publisher says by GET how it stands, to whoever sends the secret as a
 * bearer token.
 */
export const PUBLISH_STATUS_PATH = '/status';

/** How a publisher stands. */
export const publishStatus = z.object({
  /** When the newest change took effect, while it is not live; null if nothing waits. */
  waitingSince: z.nullable(isoTime),
  /** Publications that have failed since the last that did not. */
  failures: z.int(),
  /** Why the last of them failed, in one line. */
  reason: z.nullable(z.string()),
  /** Whether nothing is published after a rollback. */
  held: z.boolean(),
});
export type PublishStatus = z.infer<typeof publishStatus>;
