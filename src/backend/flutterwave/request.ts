import { done, refuse } from '#backend/base/result.ts';
import { callProvider, type RequestSettings } from '#backend/payment-provider/http.ts';
import type { Outcome } from '#backend/payment-provider/provider.ts';
import { type Envelope, envelope } from './answers.ts';
import { parseJson } from './json.ts';

/** Makes one call. A refusal in Flutterwave's format, whatever its HTTP status, is `rejected` with Flutterwave's words. */
export async function request(
  settings: RequestSettings,
  method: 'GET' | 'POST',
  path: string,
  body?: string,
): Promise<Outcome<Envelope>> {
  const outcome = await callProvider(settings, method, path, body);
  if (!outcome.ok) return outcome;
  const { httpStatus, text, said } = outcome.value;
  const parsed = envelope.safeParse(parse(text));
  if (!parsed.success)
    return refuse('bad_answer', `${said} with something other than JSON in its format`);
  const { status, message } = parsed.data;
  // A client error that claims success contradicts itself, and after a timeout the call may still run.
  if (status === 'success' ? httpStatus >= 300 : httpStatus === 408)
    return refuse('bad_answer', said);
  return status === 'success'
    ? done(parsed.data)
    : refuse('rejected', `${said}: ${message || status}`);
}

/** The parsed JSON. Undefined, which no schema accepts, for other text. */
function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
