import { done, refuse } from '#backend/base/result.ts';
import { callProvider, type RequestSettings } from '#backend/payment-provider/http.ts';
import type { Outcome } from '#backend/payment-provider/provider.ts';
import { type Envelope, envelope } from './answers.ts';
import { parseJson } from './json.ts';

/** An answer in Paystack's frame. */
export interface Answer extends Envelope {
  httpStatus: number;
}

/** Makes one call to Paystack. Fails with timeout, network, rate_limited or bad_answer. */
export async function request(
  settings: RequestSettings,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Outcome<Answer, 'timeout' | 'network' | 'rate_limited' | 'bad_answer'>> {
  const outcome = await callProvider(settings, method, path, body && JSON.stringify(body));
  if (!outcome.ok) return outcome;
  const { httpStatus, text, said } = outcome.value;
  const parsed = envelope.safeParse(parse(text));
  if (!parsed.success)
    return refuse('bad_answer', `${said} with something other than JSON in its format`);
  if (parsed.data.code === 'rate_limited') return refuse('rate_limited', said);
  return done({ ...parsed.data, httpStatus });
}

/** The parsed JSON. Undefined, which no schema accepts, for other text. */
function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
