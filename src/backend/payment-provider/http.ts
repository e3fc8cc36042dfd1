import { done, refuse } from '#backend/base/result.ts';
import type { Outcome } from './provider.ts';

/** Far more than any real answer. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** The settings with which a provider's API is called. */
export interface RequestSettings {
  secretKey: string;
  /** The API's own address, or the sandbox's. */
  baseUrl: string;
  /** Milliseconds for the whole call, body included. */
  timeoutMs: number;
}

/** An answer that may be about the payment. `said` names call and status, for the words of a fault. */
interface HttpAnswer {
  httpStatus: number;
  text: string;
  said: string;
}

/**
 * Makes one call to a provider. Does not follow redirects, which would send the secret key elsewhere. An answer with a
 * status of 4xx may be a refusal in the provider's format, so it is an answer.
 * @param body - the JSON to send.
 */
export async function callProvider(
  settings: RequestSettings,
  method: 'GET' | 'POST',
  path: string,
  body?: string,
): Promise<Outcome<HttpAnswer, 'timeout' | 'network' | 'rate_limited' | 'bad_answer'>> {
  // Without the reference and the query, which may have an account number: the words of a fault are logged.
  const call = `${method} ${path.replace(/\?.*/s, '').split('/').slice(0, 3).join('/')}`;
  let httpStatus: number;
  let text: string | null;
  try {
    const response = await fetch(`${settings.baseUrl.replace(/\/+$/, '')}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${settings.secretKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(settings.timeoutMs),
    });
    httpStatus = response.status;
    text = await readText(response);
  } catch (cause) {
    return cause instanceof Error && cause.name === 'TimeoutError'
      ? refuse('timeout', `${call}: no complete answer within ${settings.timeoutMs} ms`)
      : refuse('network', `${call}: ${reasonOf(cause)}`);
  }
  const said = `${call} answered ${httpStatus}`;
  if (httpStatus === 429) return refuse('rate_limited', said);
  // A 5xx or 3xx answer says nothing about the payment.
  if (httpStatus >= 500 || (httpStatus >= 300 && httpStatus < 400)) {
    return refuse('bad_answer', said);
  }
  if (text === null)
    return refuse('bad_answer', `${said} with more than ${MAX_ANSWER_BYTES} bytes`);
  return done({ httpStatus, text, said });
}

/**
 * Returns the page to send the shopper to. Null unless its host is allowed and it uses https (http on this machine).
 */
export function payPage(address: string, allowedHosts: readonly string[]): string | null {
  const url = URL.parse(address);
  if (!url || url.username || url.password) return null;
  const local = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && local)) return null;
  return allowedHosts.some((host) => host.toLowerCase() === url.host) ? url.href : null;
}

/** The body as text. Null when it is too large; then the rest is not read. */
async function readText(response: Response): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** fetch reports what happened in the cause of its error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}
