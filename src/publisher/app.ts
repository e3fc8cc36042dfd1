import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import {
  catalogueChanged,
  PUBLISH_PATH,
  PUBLISH_SIGNATURE_HEADER,
  PUBLISH_TIMESTAMP_HEADER,
} from '#contract/publishing.ts';
import type { Folders } from '#publisher/release/folders.ts';
import type { Follower } from './follower.ts';
import { changeStatus } from './status.ts';

/** How far the sender's clock and ours may differ (ms). Other messages are refused. */
const WINDOW_MS = 5 * 60_000;
const MOST_BYTES = 4096;

/**
 * The publisher's endpoint for backends (decision 17). It accepts each signed message once and answers 202; the
 * change will then be published. Refusals: 400 for a body of another shape, 401 for a wrong signature or a time outside
 * the window, 409 for a message that was accepted before, 413 for more than 4 kB.
 */
export function publisherApp(options: {
  secret: string;
  folders: Folders;
  follower: Pick<Follower, 'take'>;
}): Hono {
  const { secret, folders, follower } = options;
  const refuse = (c: Context, status: 400 | 401 | 409 | 413, code: string, message: string) =>
    c.json({ code, message }, status);
  const app = new Hono();
  app.post(
    PUBLISH_PATH,
    bodyLimit({
      maxSize: MOST_BYTES,
      onError: (c) => refuse(c, 413, 'too_large', `A message has at most ${MOST_BYTES} bytes.`),
    }),
    async (c) => {
      const body = Buffer.from(await c.req.arrayBuffer());
      const timestamp = c.req.header(PUBLISH_TIMESTAMP_HEADER) ?? '';
      const signature = c.req.header(PUBLISH_SIGNATURE_HEADER) ?? '';
      if (!isSigned(secret, timestamp, body, signature)) {
        return refuse(
          c,
          401,
          'wrong_signature',
          'The signature was not made with the shared secret.',
        );
      }
      const now = Date.now();
      if (Math.abs(now - Number(timestamp) * 1000) > WINDOW_MS) {
        return refuse(
          c,
          401,
          'wrong_time',
          `The message was signed at ${timestamp}, which differs from our clock by more than five minutes.`,
        );
      }
      const message = catalogueChanged.safeParse(parsed(body));
      if (!message.success) {
        return refuse(c, 400, 'no_message', 'The body is not a catalogue-changed message.');
      }
      let known = false;
      await changeStatus(folders, ({ taken }) => {
        known = taken.some(([each]) => each === signature);
        const recent = taken.filter(([, at]) => now - at <= 2 * WINDOW_MS);
        return { taken: known ? recent : [...recent, [signature, now]] };
      });
      if (known) return refuse(c, 409, 'taken_before', 'This message was accepted before.');
      await follower.take(message.data);
      return c.json({ taken: message.data.version }, 202);
    },
  );
  return app;
}

function isSigned(secret: string, timestamp: string, body: Buffer, signature: string): boolean {
  if (!/^\d{1,12}$/.test(timestamp) || !/^[0-9a-f]{64}$/.test(signature)) return false;
  const right = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  return timingSafeEqual(right, Buffer.from(signature, 'hex'));
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
