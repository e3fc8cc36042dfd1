import { type Context, Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import {
  PUBLISH_PATH,
  PUBLISH_REPORT_PATH,
  PUBLISH_REQUEST_PATH,
  PUBLISH_SIGNATURE_HEADER,
  PUBLISH_STATUS_PATH,
  PUBLISH_TIMESTAMP_HEADER,
  type PublishStatus,
} from '#contract/publishing.ts';
import { limitBody } from '#process/limit-body.ts';
import { within } from '#process/within.ts';
import type { Folders } from '#publisher/release/folders.ts';
import { type Credentials, refuseBearer, refuseSender, WINDOW_MS } from './credentials.ts';
import type { Follower } from './follower.ts';
import { readMessage } from './message.ts';
import type { Refusal } from './refusal.ts';
import { readReport, readRequest, refuseRequest } from './requests.ts';
import { changeStatus, failuresInARow, readStatus, type Status } from './status.ts';

const STATUS_PATH = PUBLISH_PATH + PUBLISH_STATUS_PATH;
const REQUEST_PATH = PUBLISH_PATH + PUBLISH_REQUEST_PATH;
const REPORT_PATH = PUBLISH_PATH + PUBLISH_REPORT_PATH;
/** Milliseconds for which an answer waits for its request. A publication in progress may take longer. */
const REQUEST_MS = 4000;
const MOST_BYTES = 4096;
/** An answer is not a page: a browser that opens it may run nothing and show it nowhere. */
const NO_PAGE = {
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] },
  referrerPolicy: 'no-referrer',
};

/**
 * Creates the publisher's endpoint for backends (decision 17). It answers 202 to a message, whose change will then be
 * published. A signed message is accepted once. Refusals name the header or field and its remedy: 400 for a body of
 * another shape, 401 for a wrong signature, secret or time, 409 for a message that was accepted before, 413 for more than
 * 4 kB.
 */
export function publisherApp(options: {
  secret: string;
  folders: Folders;
  follower: Pick<Follower, 'take' | 'rollBack' | 'resume'>;
}): Hono {
  const { secret, folders, follower } = options;
  const refuse = (c: Context, { status, ...why }: Refusal) => c.json(why, status);
  const app = new Hono();
  for (const path of [PUBLISH_PATH, REQUEST_PATH]) {
    app.use(path, secureHeaders(NO_PAGE));
    app.post(
      path,
      limitBody(MOST_BYTES, (c) =>
        refuse(c, {
          status: 413,
          code: 'too_large',
          field: 'body',
          message: `The body has more than ${MOST_BYTES} bytes. Send less, or an empty body: the publisher reads the catalogue itself.`,
        }),
      ),
    );
  }
  app.post(PUBLISH_PATH, async (c) => {
    const body = new Uint8Array(await c.req.arrayBuffer());
    const credentials = credentialsOf(c);
    const stranger = refuseSender(secret, credentials, body, Date.now());
    if (stranger) return refuse(c, stranger);
    const read = readMessage(body);
    if ('refusal' in read) return refuse(c, read.refusal);
    const repeated = await refuseRepeated(folders, credentials.signature);
    if (repeated) return refuse(c, repeated);
    await follower.take(read.message);
    return c.json({ taken: read.message.version ?? null }, 202);
  });
  app.post(REQUEST_PATH, async (c) => {
    const body = new Uint8Array(await c.req.arrayBuffer());
    const credentials = credentialsOf(c);
    const stranger =
      refuseUnsigned(credentials) ?? refuseSender(secret, credentials, body, Date.now());
    if (stranger) return refuse(c, stranger);
    const read = readRequest(body);
    if ('refusal' in read) return refuse(c, read.refusal);
    const refusal =
      (await refuseRepeated(folders, credentials.signature)) ??
      (await refuseRequest(folders, read.request));
    if (refusal) return refuse(c, refusal);
    if (read.request.do === 'resume') {
      await follower.resume();
      return c.json({ done: true });
    }
    const { obeyed } = await follower.rollBack(read.request.release);
    const done = await within(
      REQUEST_MS,
      obeyed.then(() => true),
      false,
    );
    return c.json({ done }, done ? 200 : 202);
  });
  app.use(STATUS_PATH, secureHeaders(NO_PAGE));
  app.get(STATUS_PATH, async (c) => {
    const stranger = refuseBearer(secret, c.req.header('authorization') ?? '');
    if (stranger) return refuse(c, stranger);
    return c.json(statusOf(await readStatus(folders)), 200, { 'cache-control': 'no-store' });
  });
  app.use(REPORT_PATH, secureHeaders(NO_PAGE));
  app.get(REPORT_PATH, async (c) => {
    const stranger = refuseBearer(secret, c.req.header('authorization') ?? '');
    if (stranger) return refuse(c, stranger);
    return c.json(await readReport(folders), 200, { 'cache-control': 'no-store' });
  });
  app.all(PUBLISH_PATH, (c) => {
    c.header('allow', 'POST');
    return refuse(c, {
      status: 405,
      code: 'wrong_method',
      field: 'method',
      message: `The method is ${c.req.method}. Send the message by POST.`,
    });
  });
  return app;
}

const credentialsOf = (c: Context): Credentials => ({
  signature: c.req.header(PUBLISH_SIGNATURE_HEADER),
  timestamp: c.req.header(PUBLISH_TIMESTAMP_HEADER),
  authorization: c.req.header('authorization'),
});

/** Refuses an unsigned request. With an intercepted bearer token it could be repeated, and unlike a message do harm. */
const refuseUnsigned = ({ signature }: Credentials): Refusal | null =>
  signature === undefined
    ? {
        status: 401,
        code: 'missing_signature',
        field: PUBLISH_SIGNATURE_HEADER,
        message: `The header ${PUBLISH_SIGNATURE_HEADER} is missing. A request has to be signed; the secret as a bearer token is not enough.`,
      }
    : null;

async function refuseRepeated(
  folders: Folders,
  signature: string | undefined,
): Promise<Refusal | null> {
  if (signature === undefined || !(await wasTaken(folders, signature, Date.now()))) return null;
  return {
    status: 409,
    code: 'taken_before',
    field: PUBLISH_SIGNATURE_HEADER,
    message: `A message with this ${PUBLISH_SIGNATURE_HEADER} was accepted before. Sign each message anew, and put something into the body that differs between two messages of one second.`,
  };
}

/** Whether a signature was accepted before. If not, it counts as accepted from now on (ms), even after a restart. */
async function wasTaken(folders: Folders, signature: string, now: number): Promise<boolean> {
  let known = false;
  await changeStatus(folders, ({ taken }) => {
    known = taken.some(([each]) => each === signature);
    const recent = taken.filter(([, at]) => now - at <= 2 * WINDOW_MS);
    return { taken: known ? recent : [...recent, [signature, now]] };
  });
  return known;
}

/** Returns the status that the API needs for the merchant. */
function statusOf({ wanted, heldSince, publications }: Status): PublishStatus {
  const failures = failuresInARow(publications);
  const [latest] = publications;
  return {
    waitingSince: wanted?.at ?? null,
    failures,
    reason: failures > 0 ? (latest?.reason?.split('\n', 1)[0] ?? null) : null,
    held: heldSince !== null,
  };
}
