import type { Limit } from '#backend/services/rate-limits.ts';

// Phone networks put thousands of customers behind one address, so the limits by network address are wide.
// What protects an account is the limits by email address, which hold however many networks an attacker uses.
// The name of a limit is part of its stored key, so it stays as it is.

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Codes sent again to one address for one purpose (spec §9: every 30 seconds). */
export const RESEND: Limit = { name: 'resend', max: 1, seconds: 30 };
/** Emails with a code to one address for one purpose. This also limits how many codes can be guessed. */
export const EMAILS_AN_HOUR: Limit = { name: 'mails an hour', max: 6, seconds: HOUR };
export const EMAILS_A_DAY: Limit = { name: 'mails a day', max: 12, seconds: DAY };
/** Emails requested from one network address. */
export const EMAILS_BY_NETWORK: Limit = { name: 'mails by network', max: 60, seconds: HOUR };

/** Wrong codes for one address and purpose, over all its codes: a chance of ten in a million a day. */
export const WRONG_CODES: Limit = { name: 'wrong codes', max: 10, seconds: DAY };
export const WRONG_CODES_BY_NETWORK: Limit = {
  name: 'wrong codes by network',
  max: 100,
  seconds: 10 * MINUTE,
};

/** Wrong passwords for one account from one network address. */
export const WRONG_PASSWORDS: Limit = { name: 'wrong passwords', max: 6, seconds: 10 * MINUTE };
/** Wrong passwords for one account from anywhere. Wider, so that an attacker does not lock the customer out at once. */
export const WRONG_PASSWORDS_ANYWHERE: Limit = {
  name: 'wrong passwords anywhere',
  max: 30,
  seconds: HOUR,
};
export const WRONG_PASSWORDS_BY_NETWORK: Limit = {
  name: 'wrong passwords by network',
  max: 100,
  seconds: 10 * MINUTE,
};

/** Reviews by one account. */
export const REVIEWS: Limit = { name: 'reviews', max: 30, seconds: HOUR };
