import { createHash } from 'node:crypto';
import { NOT_FOR_GUESTS, paths } from '#config/paths.ts';
import { nextPath } from '#site/session/next-path.ts';
import { PROOF_KEY, SESSION_KEY } from '#site/storage/keys.ts';

/**
 * Runs before the first paint on every page: what only works with JavaScript, and what is for who is logged in, may show
 * itself (base.css). What is pressed before the scripts have come is kept for them (waking/early-taps.ts).
 */
export const early =
  `var root=document.documentElement,mark=root.classList;mark.add('js');` +
  `try{localStorage['${SESSION_KEY}']&&mark.add('signed-in')}catch{}` +
  `var taps=new Set;addEventListener('click',e=>taps.add(e.target));` +
  // A transition that is cut off is reported as an error unless someone listens: when a page leads on at once, and when it is
  // long on its way. That one Chromium gives up before the page is revealed, even before this script, and no event tells.
  `for(var turn of['pageswap','pagereveal'])addEventListener(turn,e=>e.viewTransition?.ready.catch(()=>{}));` +
  `addEventListener('unhandledrejection',e=>/Page already revealed/.test(e.reason)&&e.preventDefault());`;

/**
 * The style that lets a picture be carried over to the next page (base.css). It stands in the head itself: Chromium asks for
 * it before the sheets have come, and takes its absence for an error that it reports.
 */
export const carried =
  '@media(prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}';

/** Leaves for another page, and paints nothing of this one. */
const leave = (to: string) => `{root.hidden=true;location.replace(${to})}`;

/** Where a page leads who may not see it (spec §2, Guards). Sources for `earlyScript`, to run after `early`. */
export const guards = {
  /** Who is not logged in goes to /login, and comes back. `unless`: an expression that lets in without. */
  signedIn: (unless = 'false') =>
    `root.dataset.access='signed-in';if(!root.classList.contains('signed-in')&&!(${unless}))` +
    leave(
      `'${paths.loginThen('')}'+encodeURIComponent(location.pathname+location.search+location.hash)`,
    ),
  /** Who is logged in goes to the page of ours that `next` names, or to /home. */
  signedOut:
    `root.dataset.access='signed-out';if(root.classList.contains('signed-in'))` +
    leave(`(${nextPath})(location.href,'${paths.welcome}')`),
  /** Without the e-mail address of the page before there is nothing to prove here. */
  proving: (purpose: 'verify_email' | 'reset_password', without: string) =>
    `try{var proof=JSON.parse(sessionStorage['${PROOF_KEY}'])}catch{}` +
    `if(!proof||!proof.email||proof.purpose!=='${purpose}')${leave(`'${without}'`)}`,
} as const;

/**
 * A link between the pages of who is logged out takes `next` along, and 'Use as Guest' (`data-guest`) follows it, also
 * when it is pressed before its island has come (auth/next.ts).
 */
export const carryNext =
  `document.addEventListener('click',e=>{var a=e.target.closest('main a');if(!a||!location.search||a.search)return;` +
  `if(a.pathname==='${paths.login}'||a.pathname==='${paths.signUp}')a.search=location.search;` +
  `if('guest'in a.dataset){var next=(${nextPath})(location.href,'${paths.home}');` +
  `if(!${new RegExp(`^(${NOT_FOR_GUESTS.join('|')})(/|$)`)}.test(new URL(next).pathname))a.href=next}},true);`;

/** The hash by which the page's content security policy lets an inline script run, or an inline style count. */
export function inlineHash(source: string): `sha256-${string}` {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`;
}
