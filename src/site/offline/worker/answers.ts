/** The answers to pages: the network's if there is one, else the kept copy with its time. */
import { CART, OFFLINE, paths } from '#config/paths.ts';
import { lagosMoment } from '#domain/lagos-date.ts';
import { AS_OF } from '#site/offline/kept.ts';
import { isAsked, isPersonal } from '#site/offline/personal.ts';
import { keptPage } from './units.ts';

/**
 * Milliseconds without an answer after which a kept page is shown. A slow line (400 kbit/s, 400 ms) answers within two
 * seconds; a dead one is silent for a minute.
 */
const SILENCE = 4000;
/** The place for the note: first in the page's content. */
const MAIN = /<main id="main"[^>]*>/;

/** The place where a drawer waits for its script. The script of a drawer that was never opened is not on the device. */
const DRAWER = /<div class="drawer-waiting"/g;
const DRAWER_NOTE =
  `<p class="drawer-waiting">Without a connection this opens only where it was opened before. ` +
  `<a class="link" href="${OFFLINE}">Cart and wishlist as text</a></p>`;

/** Returns a cached page with this HTML. */
const answerHtml = (html: string) =>
  new Response(
    html.replace(DRAWER, (waiting) => DRAWER_NOTE + waiting),
    {
      headers: { 'content-type': 'text/html; charset=utf-8' },
    },
  );

/** Answers a navigation with the page, with its kept copy, or with the page that says what is missing. */
export async function answerPage(request: Request): Promise<Response> {
  const network = fetch(request);
  const page = await pageFor(new URL(request.url));
  if (!page) return network.catch(() => offlinePage(new URL(request.url)));
  const silence = new Promise<undefined>((done) => setTimeout(done, SILENCE));
  const answer = await Promise.race([network.catch(() => undefined), silence]);
  return answer ?? withNote(page);
}

/** Returns the kept page of an address; undefined if it was not kept. */
async function pageFor(url: URL): Promise<Response | undefined> {
  return isPersonal(url.pathname) || isAsked(url) || url.pathname === OFFLINE
    ? undefined
    : keptPage(url.pathname);
}

async function withNote(page: Response): Promise<Response> {
  const asOf = Number(page.headers.get(AS_OF));
  const time = new Date(asOf).toISOString();
  const note =
    `<p class="notice offline-note">There is no connection to our shop. You see this page as it was on ` +
    `<time datetime="${time}">${lagosMoment(time)}</time>, Lagos time. Prices and stock may have changed since. ` +
    `<a class="link" href="">Try again</a></p>`;
  return answerHtml((await page.text()).replace(MAIN, (main) => main + note));
}

/** Returns the subject of the offline page for the requested address (pages/offline.astro). */
function subject(url: URL): string {
  const { pathname } = url;
  if (pathname === paths.checkout || pathname.startsWith('/payment/')) return 'checkout';
  if (pathname === CART) return 'cart';
  if (isPersonal(pathname)) return 'personal';
  if (isAsked(url)) return 'list';
  return pathname.startsWith(`${paths.products}/`) ? 'product' : 'page';
}

async function offlinePage(url: URL): Promise<Response> {
  const page = await keptPage(OFFLINE);
  // Nothing was kept: storage is full, or the device saves data.
  const html = page
    ? (await page.text()).replace('<html ', `<html data-offline="${subject(url)}" `)
    : '<!doctype html><html lang="en-NG"><meta charset="utf-8">' +
      '<meta name="viewport" content="width=device-width,initial-scale=1"><title>No connection</title>' +
      '<h1>No connection</h1><p>This page needs a connection to our shop. Your cart is kept on this device.</p>' +
      `<p><a href="">Try again</a> <a href="${paths.home}">Home</a></p>`;
  return answerHtml(html);
}
