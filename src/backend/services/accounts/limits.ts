import type { Limit } from '#backend/services/rate-limits.ts';

// Phone networks put thousands of customers behind one address, so the limits by network address are wide;
// what protects an account are the limits by e-mail address, which no number of networks widens.

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Between two mails with a code to one address, when asked to send again (spec §9: 30 seconds). */
export const RESEND: Limit = { name: 'resend', max: 1, seconds: 30 };
/** Mails to one address for one purpose: also how many codes there are to guess. */
export const MAILS_AN_HOUR: Limit = { name: 'mails an hour', max: 6, seconds: HOUR };
export const MAILS_A_DAY: Limit = { name: 'mails a day', max: 12, seconds: DAY };
/** Mails asked for from one network address. */
export const MAILS_BY_NETWORK: Limit = { name: 'mails by network', max: 60, seconds: HOUR };

/** Wrong codes for one address and purpose, beside the five tries that each code has: ten in a million a day. */
export const WRONG_CODES: Limit = { name: 'wrong codes', max: 10, seconds: DAY };
export const WRONG_CODES_BY_NETWORK: Limit = {
  name: 'wrong codes by network',
  max: 100,
  seconds: 10 * MINUTE,
};

/** Wrong passwords for one account from one network address. */
export const WRONG_PASSWORDS: Limit = { name: 'wrong passwords', max: 6, seconds: 10 * MINUTE };
/** The same from anywhere: wider, so that someone else's guesses do not lock a customer out at once. */
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

/** Reviews that one account writes. */
export const REVIEWS: Limit = { name: 'reviews', max: 30, seconds: HOUR };
