import { createHash } from 'node:crypto';
import { NOT_FOR_GUESTS, paths } from '#config/paths.ts';
import { nextPath } from '#site/session/next-path.ts';
import { SESSION_KEY } from '#site/storage/keys.ts';
import { CAMPAIGN_KEY, PROOF_KEY } from '#site/storage/late-keys.ts';

/**
 * Runs before the first paint on every page. The classes `js` and `signed-in` let base.css show what needs JavaScript and
 * what is for signed-in customers. What is pressed, typed or chosen before all scripts have run is kept for them
 * (lazy/delegate.ts).
 */
export const early =
  `var root=document.documentElement,mark=root.classList;mark.add('js');` +
  `try{localStorage['${SESSION_KEY}']&&mark.add('signed-in');` +
  // The words of a campaign (domain/orders/campaign.ts), for the checkout. Here, since no other script sees every landing page.
  `var utm=location.search.match(/[?&]utm_(source|medium|campaign|term|content)=[^&]+/g);` +
  `if(utm)sessionStorage['${CAMPAIGN_KEY}']=utm.join('').slice(0,2e3)}catch{}` +
  `var taps={click:new Set,input:new Set,change:new Set},keep=new AbortController;` +
  `for(let type in taps)addEventListener(type,e=>taps[type].add(e.target.closest('button,input,select')),keep);` +
  `addEventListener('DOMContentLoaded',()=>{keep.abort();taps={}});` +
  // Without these listeners browsers report a view transition that is cut off as an error: when a page redirects at once,
  // or loads slowly. Chromium gives up the slow one before this script runs, and fires no event.
  `for(var turn of['pageswap','pagereveal'])addEventListener(turn,e=>e.viewTransition?.ready.catch(()=>{}));` +
  `addEventListener('unhandledrejection',e=>/Page already revealed/.test(e.reason)&&e.preventDefault());`;

/**
 * The style for view transitions between pages (base.css). It is inline, because Chromium needs it before the style
 * sheets have loaded, and reports its absence as an error.
 */
export const carried =
  '@media(prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}';

/** Leaves for another page without painting this one. */
const leave = (to: string) => `{root.hidden=true;location.replace(${to})}`;

/** Where shoppers go who may not see a page (spec §2, Guards). Sources for `earlyScript`, to run after `early`. */
export const guards = {
  /** Sends signed-out shoppers to /login, and back after it. `unless`: an expression that lets them in. */
  signedIn: (unless = 'false') =>
    `root.dataset.access='signed-in';if(!root.classList.contains('signed-in')&&!(${unless}))` +
    leave(
      `'${paths.loginThen('')}'+encodeURIComponent(location.pathname+location.search+location.hash)`,
    ),
  /** Sends signed-in customers to the page of this site that `next` names, or to /home. */
  signedOut:
    `root.dataset.access='signed-out';if(root.classList.contains('signed-in'))` +
    leave(`(${nextPath})(location.href,'${paths.welcome}')`),
  /** Without the email address of the previous page there is nothing to prove here. */
  proving: (purpose: 'verify_email' | 'reset_password', without: string) =>
    `try{var proof=JSON.parse(sessionStorage['${PROOF_KEY}'])}catch{}` +
    `if(!proof||!proof.email||proof.purpose!=='${purpose}')${leave(`'${without}'`)}`,
} as const;

/**
 * Keeps the secret of a page's address behind '#', where no server sees it and no Referer has it. Links of earlier emails have
 * it in the query. A link within the page ('Skip to content') does not lose it, and the link of another email opens.
 */
export const hideSecret =
  `{let {search,hash}=location,own=/[?#&](key|confirm|stop)=./,` +
  `secret=own.test(hash)?hash:own.test(search)&&'#'+search.slice(1),` +
  `put=()=>history.replaceState(history.state,'',location.pathname+secret);` +
  `if(secret){put();addEventListener('hashchange',()=>own.test(location.hash)?location.reload():put())}}`;

/**
 * Links between the pages for signed-out shoppers keep `next`. 'Use as Guest' (`data-guest`) leads there, even before
 * its island has loaded (auth/next.ts).
 */
export const carryNext =
  `document.addEventListener('click',e=>{var a=e.target.closest('main a');if(!a||!location.search||a.search)return;` +
  `if(a.pathname==='${paths.login}'||a.pathname==='${paths.signUp}')a.search=location.search;` +
  `if('guest'in a.dataset){var next=(${nextPath})(location.href,'${paths.home}');` +
  `if(!${new RegExp(`^(${NOT_FOR_GUESTS.join('|')})(/|$)`)}.test(new URL(next).pathname))a.href=next}},true);`;

/** The hash that allows an inline script or style in the page's content security policy. */
export function inlineHash(source: string): `sha256-${string}` {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`;
}
