import { CAMPAIGN_KEY, CODE_KEY, SESSION_KEY } from '#site/storage/keys.ts';
import { inlineCall } from './inline-script.ts';

/** Sets the classes `js` and `signed-in`. With them, base.css shows what needs JavaScript or a signed-in customer. */
function markPage(session: string, campaign: string, code: string): void {
  const { classList } = document.documentElement;
  classList.add('js');
  try {
    if (localStorage[session]) classList.add('signed-in');
    // The words of a campaign (domain/orders/campaign.ts), for the checkout. No other script sees every landing page.
    const words = location.search.match(/[?&]utm_(source|medium|campaign|term|content)=[^&]+/g);
    if (words) sessionStorage[campaign] = words.join('').slice(0, 2000);
    // The code of a promotion (site/promotions).
    const given = location.search.match(/[?&]code=[^&]+/);
    if (given) sessionStorage[code] = given[0].slice(0, 999);
  } catch {
    // Storage is blocked: a guest.
  }
}

/** Records clicks, typing and choices from before the scripts have run, for lazy/delegate.ts. */
function keepTaps(): void {
  const keep = new AbortController();
  const taps: Window['taps'] = { click: new Set(), input: new Set(), change: new Set() };
  window.taps = taps;
  for (const type in taps)
    addEventListener(
      type,
      ({ target }) => taps[type]?.add((target as Element).closest('button,input,select')),
      keep,
    );
  addEventListener('DOMContentLoaded', () => {
    keep.abort();
    window.taps = {};
  });
}

/**
 * Catches the rejections of view transitions that are cut off, which browsers would report as errors: when a page
 * redirects at once or loads slowly. Chromium gives up a slow one before this script runs, and fires no event.
 */
function calmTransitions(): void {
  for (const turn of ['pageswap', 'pagereveal'])
    addEventListener(turn, (event) =>
      (event as PageSwapEvent).viewTransition?.ready.catch(() => {}),
    );
  addEventListener('unhandledrejection', (event) => {
    if (/Page already revealed/.test(event.reason)) event.preventDefault();
  });
}

/** Runs before the first paint on every page. */
export const early =
  inlineCall(markPage, SESSION_KEY, CAMPAIGN_KEY, CODE_KEY) +
  inlineCall(keepTaps) +
  inlineCall(calmTransitions);

/**
 * The style for view transitions between pages (base.css). It is inline because Chromium needs it before the style
 * sheets have loaded, and reports its absence as an error.
 */
export const carried =
  '@media(prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}';

/**
 * Moves the secret of a page's address behind '#', where no server and no Referer sees it. Links of earlier emails have
 * it in the query. A link within the page ('Skip to content') does not lose it, and another email's link opens.
 */
export const hideSecret = inlineCall(() => {
  const { search, hash, pathname } = location;
  const own = /[?#&](key|confirm|stop)=./;
  const secret = own.test(hash) ? hash : own.test(search) && `#${search.slice(1)}`;
  if (!secret) return;
  const put = () => history.replaceState(history.state, '', pathname + secret);
  put();
  addEventListener('hashchange', () => (own.test(location.hash) ? location.reload() : put()));
});
