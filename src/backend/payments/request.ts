import { type Envelope, envelope } from './answers.ts';
import { failed, type Outcome } from './outcome.ts';

/** No honest answer comes near this. */
const MAX_ANSWER_BYTES = 1024 * 1024;

interface RequestSettings {
  secretKey: string;
  /** `https://api.paystack.co`, or the sandbox's address. */
  baseUrl: string;
  /** ms for the whole call, body included. */
  timeoutMs: number;
}

/** Paystack's answer in its frame, whatever it says. */
export interface Answer extends Envelope {
  httpStatus: number;
}

/**
 * One call to Paystack. Redirects are not followed: they would carry the secret key elsewhere.
 * Fails with timeout, network, rate_limited or bad_answer; a refusal in Paystack's form is an answer.
 */
export async function request(
  settings: RequestSettings,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Outcome<Answer, 'timeout' | 'network' | 'rate_limited' | 'bad_answer'>> {
  const call = `${method} ${path}`;
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
      ? failed('timeout', `${call}: no whole answer within ${settings.timeoutMs} ms`, cause)
      : failed('network', `${call}: ${reasonOf(cause)}`, cause);
  }
  const said = `${call} answered ${httpStatus}`;
  if (httpStatus === 429) return failed('rate_limited', said);
  // Whatever an answer of 5xx or 3xx says, it is not Paystack's word on the payment.
  if (httpStatus >= 500 || (httpStatus >= 300 && httpStatus < 400)) {
    return failed('bad_answer', said);
  }
  if (text === null)
    return failed('bad_answer', `${said} with more than ${MAX_ANSWER_BYTES} bytes`);
  const parsed = envelope.safeParse(parse(text));
  if (!parsed.success)
    return failed('bad_answer', `${said} with something else than JSON of its form`);
  if (parsed.data.code === 'rate_limited') return failed('rate_limited', said);
  return { ok: true, value: { ...parsed.data, httpStatus } };
}

/** The body as text; null when it is too large, and the rest is not read. */
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

/** undefined for what is not JSON: no schema takes it. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** fetch hides what happened in the cause of its error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}
