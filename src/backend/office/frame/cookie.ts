import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { STAFF_SESSION_HOURS } from '#backend/staff/sessions.ts';

/** `__Secure-` makes browsers refuse it without https. `__Host-` would need the path `/`, and so include shoppers' pages. */
const nameFor = (origin: string) =>
  origin.startsWith('https:') ? '__Secure-turare-admin' : 'turare-admin';

const optionsFor = (origin: string) => ({
  path: '/admin',
  httpOnly: true,
  sameSite: 'Strict' as const,
  secure: origin.startsWith('https:'),
});

/** Returns the token in the cookie of the back office at `origin`. */
export const readCookie = (context: Context, origin: string): string | null =>
  getCookie(context, nameFor(origin)) ?? null;

/** Signs a browser in. */
export const giveCookie = (context: Context, origin: string, token: string): void =>
  setCookie(context, nameFor(origin), token, {
    ...optionsFor(origin),
    maxAge: STAFF_SESSION_HOURS * 3600,
  });

/** Signs a browser out. */
export const takeCookie = (context: Context, origin: string): void => {
  deleteCookie(context, nameFor(origin), optionsFor(origin));
};

/** Returns the cookie's name and value as a browser sends them, for tests. */
export const cookieHeader = (origin: string, token: string) => `${nameFor(origin)}=${token}`;
