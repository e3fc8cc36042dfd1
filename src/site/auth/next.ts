import { NOT_FOR_GUESTS, paths } from '#config/paths.ts';
import { nextPath } from '#site/session/next-path.ts';

/** The page of ours that `next` in a page's URL names, as a path to carry on; '' for none. */
export function nextOf(here: string): string {
  const url = nextPath(here, paths.welcome);
  const path = url.slice(new URL(here).origin.length);
  // '/.//x' is a path of ours as a whole URL, and another host as a path.
  return path === paths.welcome || path.startsWith('//') ? '' : path;
}

/** Where who logs in on a page with this `next` (a path, or '') goes: a URL. */
export function afterLogin(next: string, origin: string): string {
  return nextPath(new URL(paths.loginThen(next), origin).href, paths.welcome);
}

/** Where 'Use as Guest' leads: to the page that was asked for if it is everyone's, else to the landing page. */
export function guestPath(here: string): string {
  const next = nextOf(here);
  const { pathname } = new URL(next, new URL(here).origin);
  const closed = NOT_FOR_GUESTS.some(
    (path) => pathname === path || pathname.startsWith(`${path}/`),
  );
  return next === '' || closed ? paths.home : next;
}

/** A page of an account's beginning, and `next` with it. */
export function carrying(path: string, next: string): string {
  return next ? `${path}?next=${encodeURIComponent(next)}` : path;
}
