/** Whether the page before this one in the tab's history is ours. */
function cameFromHere(): boolean {
  // Where the browser tells: its list holds this site's neighbouring pages only.
  if ('navigation' in window) return window.navigation.canGoBack;
  return document.referrer.startsWith(`${location.origin}/`);
}

// 'Back' goes to the previous page (spec §2). From a link in WhatsApp there is none of ours: then it is
// the link that it looks like, to /products.
document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element) || !event.target.closest('[data-back]')) return;
  if (!cameFromHere()) return;
  event.preventDefault();
  history.back();
});
