/** Whether the previous page in the tab's history is one of this site. */
function cameFromHere(): boolean {
  // The Navigation API lists only this site's neighbouring pages.
  if ('navigation' in window) return window.navigation.canGoBack;
  return document.referrer.startsWith(`${location.origin}/`);
}

// 'Back' goes to the previous page (spec §2). If that is another site (a link in WhatsApp), it stays a plain link to
// /products.
document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element) || !event.target.closest('[data-back]')) return;
  if (!cameFromHere()) return;
  event.preventDefault();
  history.back();
});
