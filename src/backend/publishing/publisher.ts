import { createHash, createHmac } from 'node:crypto';
import { GITHUB, type Settings } from '#backend/settings.ts';
import {
  type CatalogueChanged,
  PUBLISH_PATH,
  PUBLISH_SIGNATURE_HEADER,
  PUBLISH_STATUS_PATH,
  PUBLISH_TIMESTAMP_HEADER,
  type PublishStatus,
  publishStatus,
} from '#contract/publishing.ts';

/** What builds the pages: our publisher, the deploy hook of a host, or a workflow on GitHub. */
export interface Publisher {
  /** SHA-256 of its address, which may be a secret. */
  address: string;
  host: string;
  /** Sends the message. @throws DeliveryFault when it was not received; the signal's reason when that aborts. */
  tell(message: CatalogueChanged, signal: AbortSignal): Promise<void>;
  /** How it stands; undefined when it does not say. Only a publisher of ours is asked: some deploy hooks build at a GET. */
  ask?(): Promise<PublishStatus | undefined>;
}

/** Why a message was not received. Its sentence contains no secrets. */
export class DeliveryFault extends Error {
  override name = 'DeliveryFault';
}

/** Milliseconds within which a publisher must accept a message. It builds afterwards. */
const TIMEOUT = 10_000;

/** The publisher of the settings. Null when there is none. */
export function publisherOf(
  settings: Pick<Settings, 'PUBLISHER_URL' | 'PUBLISHER_SECRET' | 'PUBLISHER_TOKEN'>,
  timeout = TIMEOUT,
): Publisher | null {
  const { PUBLISHER_URL: url, PUBLISHER_SECRET: secret, PUBLISHER_TOKEN: token } = settings;
  if (!url) return null;
  const { host, hostname } = new URL(url);
  return {
    address: createHash('sha256').update(url).digest('hex'),
    host,
    ...(secret && !token && isOurs(url) && { ask: () => askStatus(url, secret) }),
    async tell(message, signal) {
      const body = JSON.stringify(
        hostname === GITHUB
          ? { event_type: 'catalogue-changed', client_payload: message }
          : message,
      );
      const limit = AbortSignal.timeout(timeout);
      let answer: Response;
      try {
        answer = await fetch(url, {
          method: 'POST',
          body,
          headers: {
            'content-type': 'application/json',
            'user-agent': 'turare',
            ...(secret ? signatureOf(body, secret) : {}),
            ...(token ? { authorization: `Bearer ${token}` } : {}),
          },
          // To follow a redirect would send message and token to another host.
          redirect: 'manual',
          signal: AbortSignal.any([signal, limit]),
        });
      } catch (cause) {
        signal.throwIfAborted();
        const fault = limit.aborted
          ? `did not answer within ${timeout / 1000} s`
          : `could not be reached${reasonOf(cause)}`;
        throw new DeliveryFault(`${host} ${fault}.`, { cause });
      }
      // The status is enough. The body, however long, is not read.
      await answer.body?.cancel().catch(() => {});
      if (!answer.ok) throw new DeliveryFault(`${host} answered ${answer.status}${hint(answer)}.`);
    },
  };
}

const isOurs = (url: string) => new URL(url).pathname.endsWith(PUBLISH_PATH);

async function askStatus(url: string, secret: string): Promise<PublishStatus | undefined> {
  const address = new URL(url);
  address.pathname += PUBLISH_STATUS_PATH;
  try {
    const answer = await fetch(address, {
      headers: { authorization: `Bearer ${secret}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    return publishStatus.safeParse(await answer.json()).data;
  } catch {
    // A publisher that is away is noticed when it is next told of a change.
    return undefined;
  }
}

/** The headers with time and signature (src/contract/publishing.ts). */
function signatureOf(body: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  return {
    [PUBLISH_TIMESTAMP_HEADER]: timestamp,
    [PUBLISH_SIGNATURE_HEADER]: createHmac('sha256', secret)
      .update(`${timestamp}.${body}`)
      .digest('hex'),
  };
}

/** The error code in the causes of a fetch error, such as ': ECONNREFUSED'. */
function reasonOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return `: ${at.code}`;
  }
  return '';
}

/** How to correct a usual refusal. */
function hint({ status }: Response): string {
  if (status >= 300 && status < 400) return ', a redirect: set PUBLISHER_URL to its target';
  if (status === 401 || status === 403)
    return ': PUBLISHER_SECRET or PUBLISHER_TOKEN is not the one it knows';
  if (status === 404) return ': nothing takes messages at the path of PUBLISHER_URL';
  return '';
}
