import type { Counted, Limit } from '#backend/limits/rate-limits.ts';
import type { Requester } from '#backend/limits/requester.ts';

// An attacker must not be able to lock a customer out. So tries count against the network address that makes them. The
// limit for an email address as a whole slows strangers down instead of refusing everyone. Phone networks put thousands of
// customers behind one address, so the limits by network address alone are wide. The name of a limit is part of its stored
// key, so it must not change.

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Registrations of one email address from one network. Within 30 seconds of another they send no email. */
export const REGISTRATIONS: Limit = { name: 'registrations', max: 30, seconds: HOUR };

/** Codes sent again to one address for one purpose (spec §9: every 30 seconds). */
export const RESEND: Limit = { name: 'resend', max: 1, seconds: 30 };
/** Emails with a code to one address for one purpose, at the request of one network. */
const EMAILS_AN_HOUR: Limit = { name: 'mails an hour', max: 6, seconds: HOUR };
const EMAILS_A_DAY: Limit = { name: 'mails a day', max: 12, seconds: DAY };
/** The same for all networks: wider, so that one or two strangers do not use up what the customer needs. */
const EMAILS_AN_HOUR_ANYWHERE: Limit = { name: 'mails an hour anywhere', max: 20, seconds: HOUR };
const EMAILS_A_DAY_ANYWHERE: Limit = { name: 'mails a day anywhere', max: 40, seconds: DAY };
/** Emails requested from one network address. */
const EMAILS_BY_NETWORK: Limit = { name: 'mails by network', max: 60, seconds: HOUR };

/** Returns the limits for an email with a code. A browser that is `known` to the account has a separate allowance. */
export function codeEmailLimits(
  purpose: string,
  email: string,
  { network, device, known = false }: Requester & { known?: boolean },
): readonly Counted[] {
  const subject = `${purpose} ${email}`;
  if (known) {
    return [
      [EMAILS_AN_HOUR, `${subject} ${device}`],
      [EMAILS_A_DAY, `${subject} ${device}`],
    ];
  }
  return [
    [EMAILS_BY_NETWORK, network],
    [EMAILS_AN_HOUR, `${subject} ${network}`],
    [EMAILS_A_DAY, `${subject} ${network}`],
    [EMAILS_AN_HOUR_ANYWHERE, subject],
    [EMAILS_A_DAY_ANYWHERE, subject],
  ];
}

/** Wrong codes for one address and purpose by clients that did not ask for a code: a chance of ten in a million a day. */
export const WRONG_CODES: Limit = { name: 'wrong codes', max: 10, seconds: DAY };
/** Wrong codes for one address and purpose by a network that has asked for the code itself. */
export const WRONG_OWN_CODES: Limit = { name: 'wrong own codes', max: 10, seconds: DAY };
export const WRONG_CODES_BY_NETWORK: Limit = {
  name: 'wrong codes by network',
  max: 100,
  seconds: 10 * MINUTE,
};

/** Wrong passwords for one account from anywhere. By themselves they refuse nobody. */
export const WRONG_PASSWORDS_ANYWHERE: Limit = {
  name: 'wrong passwords anywhere',
  max: 1000,
  seconds: HOUR,
};
const WRONG_PASSWORDS: Limit = { name: 'wrong passwords', max: 6, seconds: 10 * MINUTE };

/** Returns the limits for a wrong password in a browser that has logged in to the account before. */
export const knownPasswordLimits = (
  email: string,
  device: string | null | undefined,
): readonly Counted[] => [
  [WRONG_PASSWORDS, `${device} ${email}`],
  [WRONG_PASSWORDS_ANYWHERE, email],
];

/**
 * Returns the limits for a wrong password. `anywhere` is the number from all networks in an hour. The higher it is, the
 * fewer tries each network has. A network that has guessed nothing is never refused because of others, so the owner gets
 * in with her password.
 */
export function wrongPasswordLimits(
  email: string,
  network: string | null,
  anywhere: number,
): readonly Counted[] {
  const max = anywhere >= 100 ? 1 : anywhere >= 30 ? 2 : 36;
  const subject = `${network} ${email}`;
  return [
    [WRONG_PASSWORDS, subject],
    [{ name: 'wrong passwords an hour', max, seconds: HOUR }, subject],
    [WRONG_PASSWORDS_BY_NETWORK, network],
    [WRONG_PASSWORDS_ANYWHERE, email],
  ];
}

const WRONG_PASSWORDS_BY_NETWORK: Limit = {
  name: 'wrong passwords by network',
  max: 100,
  seconds: 10 * MINUTE,
};
