import { paths } from '#config/paths.ts';

/** Whether the page before this one in the tab's history is ours. */
function cameFromHere(): boolean {
  // Where the browser tells: its list holds this site's neighbouring pages only.
  if ('navigation' in window) return window.navigation.canGoBack;
  return document.referrer.startsWith(`${location.origin}/`);
}

// 'Back' goes to the previous page (spec §2); from a link in WhatsApp there is none of ours: /products.
document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element) || !event.target.closest('[data-back]')) return;
  event.preventDefault();
  if (cameFromHere()) history.back();
  else location.assign(paths.products);
});
