import type { Call } from '../calls.ts';
import { body, type Fields, part, renamed, under, whole, without } from '../edits.ts';
import type { Quirk } from './quirk.ts';

const SESSIONS: readonly Call[] = [
  'POST /api/auth/verify-otp',
  'POST /api/auth/login',
  'GET /api/auth/profile',
];

/** What sign-up, log-in and the profile read. */
export const ACCOUNT_QUIRKS: readonly Quirk[] = [
  {
    name: 'verify-otp answers in data',
    call: 'POST /api/auth/verify-otp',
    visit: 'sign-up',
    apply: under('data'),
  },
  {
    name: 'log-in answers in data',
    call: 'POST /api/auth/login',
    visit: 'log-in',
    apply: under('data'),
  },
  {
    name: 'a user with _id alone',
    call: SESSIONS,
    visit: 'log-in',
    apply: part('user', renamed('id', '_id')),
  },
  {
    name: 'profile answers the user alone',
    call: 'GET /api/auth/profile',
    visit: 'log-in',
    apply: body((answer) => (answer as Fields).user),
  },
  {
    name: 'profile answers no token',
    call: 'GET /api/auth/profile',
    visit: 'log-in',
    apply: whole(without('token')),
  },
  {
    name: 'register answers no email',
    call: 'POST /api/auth/register',
    visit: 'sign-up',
    apply: whole(without('email')),
  },
  {
    name: 'register answers the email in data',
    call: 'POST /api/auth/register',
    visit: 'sign-up',
    apply: under('data'),
  },
];
