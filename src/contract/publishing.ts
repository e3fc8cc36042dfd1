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

/** Path, below that of the message, at which a publisher takes a request by POST, signed like a message. */
export const PUBLISH_REQUEST_PATH = '/wish';

/** The name of a release. */
const release = z.string().check(z.regex(/^\d{6,}$/));

/**
 * What the merchant wants of the publisher. It says what was seen, so that nobody undoes what somebody else has done since: it is
 * refused if another release is live, or if changes are held since another time.
 */
export const publisherRequest = z.union([
  /** Show an earlier release, and publish nothing until `resume`. */
  z.object({ do: z.literal('rollback'), release, live: release }),
  /** Publish changes again. */
  z.object({ do: z.literal('resume'), heldSince: isoTime }),
]);
export type PublisherRequest = z.infer<typeof publisherRequest>;

/** The answer to a request. */
export const requestAnswer = z.object({
  /** False while a publication runs: then the request is kept, and done after it. */
  done: z.boolean(),
});

/** Path, below that of the message, at which a publisher lists its releases, to whoever sends the secret as a bearer token. */
export const PUBLISH_REPORT_PATH = '/report';

const releaseFacts = z.object({
  name: release,
  madeAt: isoTime,
  products: z.int(),
  /** The version of the catalogue in it; null if the backend has none. */
  version: z.nullable(z.string()),
});

/** What the publisher knows of its releases and publications. */
export const publisherReport = z.object({
  live: z.nullable(release),
  /** Those that can be shown again, and the live one; the newest first. */
  releases: z.array(releaseFacts),
  /** Since when nothing is published, after a rollback. */
  heldSince: z.nullable(isoTime),
  /** When the newest change took effect that is not live yet. */
  waitingSince: z.nullable(isoTime),
  /** The latest publications, the newest first. */
  publications: z.array(
    z.object({
      at: isoTime,
      seconds: z.number(),
      outcome: z.enum(['published', 'unchanged', 'failed']),
      release: z.nullable(release),
      /** Pages that were written anew. */
      pages: z.nullable(z.int()),
      reason: z.nullable(z.string()),
    }),
  ),
  /** The last publication that failed, also if later ones did not. */
  lastFailure: z.nullable(z.object({ at: isoTime, reason: z.string() })),
  /** Failures since the last publication that did not fail. */
  failures: z.int(),
  /** The last rollback that was asked for here. */
  wish: z.nullable(
    z.object({
      release,
      at: isoTime,
      doneAt: z.nullable(isoTime),
      /** Why it was not done. */
      fault: z.nullable(z.string()),
    }),
  ),
});
export type PublisherReport = z.infer<typeof publisherReport>;
