import { done, refuse } from '#backend/base/result.ts';
import type { Outcome } from '#backend/payment-provider/provider.ts';
import { type Envelope, envelope } from './answers.ts';
import { parseJson } from './json.ts';

/** Far more than any real answer. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** How Paystack is reached. */
export interface RequestSettings {
  secretKey: string;
  /** `https://api.paystack.co`, or the sandbox's address. */
  baseUrl: string;
  /** Milliseconds for the whole call, body included. */
  timeoutMs: number;
}

/** An answer in Paystack's frame. */
export interface Answer extends Envelope {
  httpStatus: number;
}

/**
 * Makes one call to Paystack. Does not follow redirects, which would send the secret key elsewhere. Fails with timeout,
 * network, rate_limited or bad_answer. A refusal in Paystack's format is an answer.
 */
export async function request(
  settings: RequestSettings,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Outcome<Answer, 'timeout' | 'network' | 'rate_limited' | 'bad_answer'>> {
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
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
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
  const parsed = envelope.safeParse(parse(text));
  if (!parsed.success)
    return refuse('bad_answer', `${said} with something other than JSON in its format`);
  if (parsed.data.code === 'rate_limited') return refuse('rate_limited', said);
  return done({ ...parsed.data, httpStatus });
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

/** The parsed JSON. Undefined, which no schema accepts, for other text. */
function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** fetch reports what happened in the cause of its error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}
