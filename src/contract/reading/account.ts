import type { User } from '#contract/account.ts';
import { Mismatch, type Reader } from './reader.ts';
import { isRecord } from './record.ts';
import { hasAny, inEnvelope, optional, orElse, shape, text } from './values.ts';

/** Reads a token. An invalid header value would make every later call throw. */
const token: Reader<string> = (value, at) => {
  if (typeof value !== 'string' || !/^[\x21-\x7e]{1,4000}$/.test(value)) {
    throw new Mismatch(undefined, at, 'a token');
  }
  return value;
};

const fields = shape(
  { id: text(200), fullName: orElse(text(200), 'Customer'), email: optional(text(254)) },
  { id: ['_id'], fullName: ['name', 'firstName', 'userName'] },
);
const user = inEnvelope(['user', 'data.user', 'data', ''], hasAny('id', '_id'), fields);

/** Reads the answer of the calls that log in, and what a browser has stored of it. */
export const readSession: Reader<{ token: string; user: User }> = (value, at) => ({
  token: inEnvelope(
    ['token', 'data.token', 'accessToken', 'data.accessToken'],
    (found) => typeof found === 'string',
    token,
  )(value, at),
  user: user(value, at),
});

/** Reads the user in the answer of GET /api/auth/profile. Ignores its token: the stored one stays (spec §4). */
export const readUser: Reader<User> = user;

/** Reads a text that the site can do without. */
const orAbsent = (max: number) => orElse<string | undefined>(text(max), undefined);

const address = inEnvelope(
  ['email', 'data.email', 'user.email', 'data.user.email'],
  (found) => typeof found === 'string',
  orAbsent(254),
);

/** Reads the address to which a code was emailed; undefined if the answer has none: then it is the one that was sent. */
export const readEmail: Reader<{ email: string | undefined; attempt: string | undefined }> = (
  value,
  at,
) => ({
  email: address(value, at),
  attempt: isRecord(value) && typeof value.attempt === 'string' ? value.attempt : undefined,
});

const secret = inEnvelope(
  ['otp', 'data.otp', 'resetToken', 'data.resetToken'],
  (found) => typeof found === 'string',
  orAbsent(200),
);

/** Reads the value that a reset must send back; undefined if the answer has none: then it is the emailed code. */
export const readOtp: Reader<{ otp: string | undefined }> = (value, at) => ({
  otp: secret(value, at),
});
