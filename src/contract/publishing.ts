import * as z from 'zod/mini';
import { isoTime } from './values.ts';

/**
 * The API's message to the publisher after a change that pages show (decision 17). It does not say what changed. The
 * publisher reads the catalogue again, so a late or repeated message does no harm.
 */
export const catalogueChanged = z.object({
  /** The catalogue's version (extension catalogue.version) after the change. */
  version: z.string(),
  /** The time when the change took effect, by the backend's clock. Pages built for it show discounts that ended as ended. */
  at: isoTime,
});
export type CatalogueChanged = z.infer<typeof catalogueChanged>;

/** The message that a publisher accepts: a backend may leave out both fields, and send others. */
export const catalogueMessage = z.partial(catalogueChanged);
export type CatalogueMessage = z.infer<typeof catalogueMessage>;

/** The path at which the publisher takes the message by POST. */
export const PUBLISH_PATH = '/publish';

/** The header with the time of sending, in whole seconds since 1970. */
export const PUBLISH_TIMESTAMP_HEADER = 'x-turare-timestamp';

/**
 * The header with the signature: HMAC-SHA256 in lowercase hex, keyed by the shared secret, over the timestamp, a full stop
 * and the raw bytes of the body. A backend that cannot sign sends `Authorization: Bearer` with the secret instead.
 */
export const PUBLISH_SIGNATURE_HEADER = 'x-turare-signature';

/** The path, below the message's, at which a publisher answers a GET with its status, with the secret as a bearer token. */
export const PUBLISH_STATUS_PATH = '/status';

export const publishStatus = z.object({
  /** The time of the newest change that is not live yet; null if nothing waits. */
  waitingSince: z.nullable(isoTime),
  /** The number of failed publications since the last success. */
  failures: z.int(),
  /** The reason of the last failure, in one line. */
  reason: z.nullable(z.string()),
  /** Whether nothing is published after a rollback. */
  held: z.boolean(),
});
export type PublishStatus = z.infer<typeof publishStatus>;

/** The path, below that of the message, at which a publisher takes a request by POST, signed like a message. */
export const PUBLISH_REQUEST_PATH = '/request';

/** The name of a release. */
const release = z.string().check(z.regex(/^\d{6,}$/));

/**
 * The merchant's request to the publisher. It contains what was seen, so that nobody undoes what somebody else has done
 * since. It is refused if another release is live, or if changes are held since another time.
 */
export const publisherRequest = z.union([
  /** Shows an earlier release, and publishes nothing until `resume`. */
  z.object({ do: z.literal('rollback'), release, live: release }),
  /** Publishes changes again. */
  z.object({ do: z.literal('resume'), heldSince: isoTime }),
]);
export type PublisherRequest = z.infer<typeof publisherRequest>;

export const requestAnswer = z.object({
  /** False during a publication: the request is kept, and done after it. */
  done: z.boolean(),
});

/** The path, below the message's, at which a publisher lists its releases, with the secret as a bearer token. */
export const PUBLISH_REPORT_PATH = '/report';

const releaseFacts = z.object({
  name: release,
  madeAt: isoTime,
  products: z.int(),
  /** The version of the catalogue in it; null if the backend has none. */
  version: z.nullable(z.string()),
});

/** The publisher's data about its releases and publications. */
export const publisherReport = z.object({
  live: z.nullable(release),
  /** Those that can be shown again, and the live one, newest first. */
  releases: z.array(releaseFacts),
  /** The time since which nothing is published, after a rollback. */
  heldSince: z.nullable(isoTime),
  /** The time of the newest change that is not live yet. */
  waitingSince: z.nullable(isoTime),
  /** The latest publications, newest first. */
  publications: z.array(
    z.object({
      at: isoTime,
      seconds: z.number(),
      outcome: z.enum(['published', 'unchanged', 'failed']),
      release: z.nullable(release),
      /** The number of rewritten pages. */
      pages: z.nullable(z.int()),
      reason: z.nullable(z.string()),
    }),
  ),
  /** The last failed publication, even if later ones succeeded. */
  lastFailure: z.nullable(z.object({ at: isoTime, reason: z.string() })),
  /** The number of failures since the last success. */
  failures: z.int(),
  /** The last rollback requested here. */
  request: z.nullable(
    z.object({
      release,
      at: isoTime,
      doneAt: z.nullable(isoTime),
      /** The reason why it was not done. */
      fault: z.nullable(z.string()),
    }),
  ),
});
export type PublisherReport = z.infer<typeof publisherReport>;
