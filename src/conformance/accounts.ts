import { randomBytes } from 'node:crypto';
import { readEmail, readOtp, readSession, readUser } from '#contract/reading/account.ts';
import { type Asker, anything, ask, askRefusal, excerpt, send } from './ask.ts';

export const REGISTER = 'POST /api/auth/register';
const VERIFY = 'POST /api/auth/verify-otp';
const RESEND = 'POST /api/auth/resend-otp';
const LOGIN = 'POST /api/auth/login';
const FORGOT = 'POST /api/auth/forgot-password';
const VERIFY_RESET = 'POST /api/auth/verify-password-otp';
const RESET = 'POST /api/auth/reset-password';
const PROFILE = 'GET /api/auth/profile';

/** The calls that need a throw-away account. */
export const ACCOUNT_CALLS = [
  REGISTER,
  VERIFY,
  RESEND,
  LOGIN,
  FORGOT,
  VERIFY_RESET,
  RESET,
] as const;

/** Returns the newest one-time code that was emailed to an address; undefined if it is not available. */
export type CodeOf = (email: string) => Promise<string | undefined>;

const pathOf = (call: string) => call.split(' ')[1] ?? '';
const REFUSED = [400, 401, 403, 404, 409, 410, 422, 429];

/**
 * Checks that a call is refused without a token, and with an unknown one. Afterwards it does not count as tried: any
 * refusal passes, and nobody has seen its answer.
 */
export async function checkNeedsToken(asker: Asker, call: string, path: string, body?: object) {
  for (const token of [undefined, 'no-such-token']) {
    const what = token ? 'an unknown token' : 'a call without a token';
    const request = { token, ...(body && { body }) };
    await askRefusal(asker, call, path, request, { statuses: [401], what, field: 'authorization' });
  }
  asker.findings.row(call).tried = false;
}

export async function checkProfile(asker: Asker, token: string | undefined): Promise<void> {
  await checkNeedsToken(asker, PROFILE, pathOf(PROFILE));
  if (token !== undefined) await ask(asker, PROFILE, pathOf(PROFILE), readUser, { token });
}

/**
 * Registers a throw-away account, verifies its address, logs in and resets its password.
 * @returns the token of its session; undefined if a code is needed and not available
 */
export async function checkAccounts(
  asker: Asker,
  { email, codeOf }: { email: string; codeOf: CodeOf },
): Promise<string | undefined> {
  const { findings } = asker;
  const post = <T>(call: string, reader: Parameters<typeof ask<T>>[3], body: object) =>
    ask(asker, call, pathOf(call), reader, { body });
  const refused = (call: string, what: string, body: object) =>
    askRefusal(asker, call, pathOf(call), { body }, { statuses: REFUSED, what });
  const password = `Aa1${randomBytes(9).toString('base64url')}`;
  const fullName = 'Conformance Check';

  if (!(await post(REGISTER, readEmail, { fullName, email, password }))) return undefined;
  await checkResend(asker, email);
  const code = await codeOf(email);
  await refused(VERIFY, 'a wrong code', { email, otp: code === '000000' ? '000001' : '000000' });
  if (code === undefined) {
    findings.row(VERIFY).reason = 'No code: --code-url tells where it can be read.';
    return undefined;
  }
  const verified = await post(VERIFY, readSession, { email, otp: code });
  await refused(LOGIN, 'a wrong password', { email, password: `${password}x` });
  const session = (await post(LOGIN, readSession, { email, password })) ?? verified;

  await post(FORGOT, readEmail, { email });
  const reset = await codeOf(email);
  await refused(VERIFY_RESET, 'a wrong code', {
    email,
    otp: reset === '000000' ? '000001' : '000000',
  });
  if (reset === undefined || reset === code) return session?.token;
  const proof = await post(VERIFY_RESET, readOtp, { email, otp: reset });
  const newPassword = `${password}2`;
  await post(RESET, anything, { email, otp: proof?.otp ?? reset, newPassword });
  const renewed = await post(LOGIN, readSession, { email, password: newPassword });
  return renewed?.token ?? session?.token;
}

/** Checks that a code can be sent again. 429 is correct, too: a backend may require a pause between two codes. */
async function checkResend(asker: Asker, email: string): Promise<void> {
  const body = { email, purpose: 'verify_email' };
  const reply = await send(asker, RESEND, pathOf(RESEND), { body });
  if (!reply || reply.status < 300 || reply.status === 429) return;
  const got = `${reply.status} ${excerpt(reply.text)}`;
  asker.findings.broken(
    RESEND,
    'status',
    got,
    '200, or 429 within the cooldown',
    'Send a new code.',
  );
}
