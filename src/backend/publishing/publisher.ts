import { createHash, createHmac, randomUUID } from 'node:crypto';
import { done, type Result, refuse } from '#backend/base/result.ts';
import { GITHUB, type Settings } from '#backend/settings/settings.ts';
import {
  type CatalogueMessage,
  PUBLISH_PATH,
  PUBLISH_REPORT_PATH,
  PUBLISH_REQUEST_PATH,
  PUBLISH_SIGNATURE_HEADER,
  PUBLISH_STATUS_PATH,
  PUBLISH_TIMESTAMP_HEADER,
  type PublisherReport,
  type PublisherRequest,
  type PublishStatus,
  publisherReport,
  publishStatus,
  requestAnswer,
} from '#contract/publishing.ts';

/** The builder of the pages: this project's publisher, the deploy hook of a host, or a workflow on GitHub. */
export interface Publisher {
  /** SHA-256 of its address, which may be a secret. */
  address: string;
  host: string;
  /** Sends the message. @throws DeliveryFault if it was not received; the signal's reason if that aborts. */
  tell(message: CatalogueMessage, signal: AbortSignal): Promise<void>;
  /** Returns its status; undefined if unknown. Only this project's publisher is asked: some deploy hooks build at a GET. */
  ask?(): Promise<PublishStatus | undefined>;
  /** Returns its releases and publications. Only for this project's publisher. @throws DeliveryFault without an answer. */
  report?(): Promise<PublisherReport>;
  /**
   * Sends it a signed request.
   * @returns false if it acts after the current publication; the refusal `conflict` with the publisher's own sentence.
   * @throws DeliveryFault if it did not receive the request, or perhaps did and did not answer.
   */
  request?(request: PublisherRequest): Promise<Result<boolean, 'conflict'>>;
}

/** The reason why a message was not received. Its sentence contains no secrets. */
export class DeliveryFault extends Error {
  override name = 'DeliveryFault';
}

/** Milliseconds within which a publisher must accept a message. It builds afterwards. */
const TIMEOUT = 10_000;

/** Returns the publisher of the settings; null if there is none. */
export function publisherOf(
  settings: Pick<Settings, 'PUBLISHER_URL' | 'PUBLISHER_SECRET' | 'PUBLISHER_TOKEN'>,
  timeout = TIMEOUT,
): Publisher | null {
  const { PUBLISHER_URL: url, PUBLISHER_SECRET: secret, PUBLISHER_TOKEN: token } = settings;
  if (!url) return null;
  const { host, hostname } = new URL(url);
  const ours = secret && !token && isOurs(url);
  return {
    address: createHash('sha256').update(url).digest('hex'),
    host,
    ...(ours && ownPublisher(url, secret, timeout)),
    async tell(message, signal) {
      const body = JSON.stringify(
        hostname === GITHUB
          ? { event_type: 'catalogue-changed', client_payload: message }
          : message,
      );
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'turare',
        ...(secret ? signatureOf(body, secret) : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      };
      const answer = await send(url, timeout, { method: 'POST', body, headers, signal });
      if (!answer.ok && ours) throw refusalOf(answer, await answer.json().catch(() => null));
      // The status is enough. The body may be long, and is not read.
      await answer.body?.cancel().catch(() => {});
      if (!answer.ok) throw refusalOf(answer, null);
    },
  };
}

const isOurs = (url: string) => new URL(url).pathname.endsWith(PUBLISH_PATH);

/** Returns the calls that only this project's publisher answers. */
const ownPublisher = (url: string, secret: string, timeout: number) => ({
  ask: () => askStatus(url, secret, timeout),
  report: () => askReport(url, secret, timeout),
  request: (request: PublisherRequest) => sendRequest(url, secret, timeout, request),
});

/** Sends a request. @throws DeliveryFault without an answer; the reason of its signal if that aborts. */
async function send(url: string | URL, timeout: number, init: RequestInit): Promise<Response> {
  const limit = AbortSignal.timeout(timeout);
  const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
  try {
    // Following a redirect would send message and token to another host.
    return await fetch(url, { ...init, redirect: 'manual', signal });
  } catch (cause) {
    init.signal?.throwIfAborted();
    const fault = limit.aborted
      ? `did not answer within ${timeout / 1000} s`
      : `could not be reached${reasonOf(cause)}`;
    throw new DeliveryFault(`${new URL(url).host} ${fault}.`, { cause });
  }
}

/** Calls a path below the publisher's address. @throws DeliveryFault without an answer. */
async function callBelow(
  url: string,
  path: string,
  timeout: number,
  init: RequestInit,
): Promise<{ answer: Response; body: unknown }> {
  const address = new URL(url);
  address.pathname += path;
  const answer = await send(address, timeout, init);
  return { answer, body: await answer.json().catch(() => null) };
}

/** Explains an answer without the expected content. */
function oddAnswer(answer: Response, body: unknown): DeliveryFault {
  const { host } = new URL(answer.url);
  return answer.status === 404 || answer.ok
    ? new DeliveryFault(`${host} does not know this call: it runs an earlier version. Update it.`)
    : refusalOf(answer, body);
}

/** Returns a refusal, in the publisher's own sentence if it has one: a wrong clock differs from a wrong secret. */
function refusalOf(answer: Response, body: unknown): DeliveryFault {
  const { host } = new URL(answer.url);
  const { message } = Object(body) as { message?: unknown };
  const why =
    typeof message === 'string' ? `: ${message.slice(0, LONGEST_SENTENCE)}` : `${hint(answer)}.`;
  return new DeliveryFault(`${host} answered ${answer.status}${why}`);
}

/** The characters of a publisher's sentence that are kept. */
const LONGEST_SENTENCE = 500;

async function askReport(url: string, secret: string, timeout: number): Promise<PublisherReport> {
  const { answer, body } = await callBelow(url, PUBLISH_REPORT_PATH, timeout, {
    headers: { authorization: `Bearer ${secret}` },
  });
  const report = answer.ok ? publisherReport.safeParse(body).data : undefined;
  if (!report) throw oddAnswer(answer, body);
  return report;
}

async function sendRequest(
  url: string,
  secret: string,
  timeout: number,
  request: PublisherRequest,
): Promise<Result<boolean, 'conflict'>> {
  // Two equal requests within a second must differ, so that the second is not taken for a repetition of the first.
  const body = JSON.stringify({ ...request, id: randomUUID() });
  const { answer, body: said } = await callBelow(url, PUBLISH_REQUEST_PATH, timeout, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...signatureOf(body, secret) },
  });
  if (answer.status === 409) {
    const { message } = Object(said) as { message?: unknown };
    return refuse('conflict', typeof message === 'string' ? message : 'The publisher refused it.');
  }
  const read = answer.ok ? requestAnswer.safeParse(said).data : undefined;
  if (!read) throw oddAnswer(answer, said);
  return done(read.done);
}

async function askStatus(
  url: string,
  secret: string,
  timeout: number,
): Promise<PublishStatus | undefined> {
  const headers = { authorization: `Bearer ${secret}` };
  // The next notice of a change reveals an absent publisher.
  const called = await callBelow(url, PUBLISH_STATUS_PATH, timeout, { headers }).catch(() => null);
  return publishStatus.safeParse(called?.body).data;
}

/** Returns the headers with time and signature (src/contract/publishing.ts). */
function signatureOf(body: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  return {
    [PUBLISH_TIMESTAMP_HEADER]: timestamp,
    [PUBLISH_SIGNATURE_HEADER]: createHmac('sha256', secret)
      .update(`${timestamp}.${body}`)
      .digest('hex'),
  };
}

/** Returns the error code among the causes of a fetch error, such as ': ECONNREFUSED'. */
function reasonOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return `: ${at.code}`;
  }
  return '';
}

/** Returns how to correct a common refusal. */
function hint({ status }: Response): string {
  if (status >= 300 && status < 400) return ', a redirect: set PUBLISHER_URL to its target';
  if (status === 401 || status === 403)
    return ': PUBLISHER_SECRET or PUBLISHER_TOKEN is not the one it knows';
  if (status === 404) return ': nothing takes messages at the path of PUBLISHER_URL';
  return '';
}
