import { NOT_FOR_GUESTS, paths } from '#config/paths.ts';
import { nextPath } from '#site/session/next-path.ts';

/** Returns the path in a URL's `next` parameter; '' if it is missing or not a page of this site. */
export function nextOf(here: string): string {
  const url = nextPath(here, paths.welcome);
  const path = url.slice(new URL(here).origin.length);
  // As a full URL '/.//x' is a page of this site, but as a path it names another host.
  return path === paths.welcome || path.startsWith('//') ? '' : path;
}

/** Returns the URL to open after a login. `next`: a path, or ''. */
export function afterLogin(next: string, origin: string): string {
  return nextPath(new URL(paths.loginThen(next), origin).href, paths.welcome);
}

/** Returns the target of 'Use as Guest': the requested page if guests may open it, else the landing page. */
export function guestPath(here: string): string {
  const next = nextOf(here);
  const { pathname } = new URL(next, new URL(here).origin);
  const closed = NOT_FOR_GUESTS.some(
    (path) => pathname === path || pathname.startsWith(`${path}/`),
  );
  return next === '' || closed ? paths.home : next;
}

/** Adds `next` to the path of a login or sign-up page. */
export function carrying(path: string, next: string): string {
  return next ? `${path}?next=${encodeURIComponent(next)}` : path;
}
