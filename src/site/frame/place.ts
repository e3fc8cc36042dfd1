/**
 * The scroll position in a page whose list arrives after its load. The browser cannot restore it: until then the page
 * is too short. The position is in the state of the history entry, so a new visit starts at the top.
 */

/** Pixels from the top, if the shopper left this page before. A build has no history. */
let due: unknown = typeof history === 'undefined' ? undefined : history.state?.y;

export function keepPlace(): void {
  due = undefined;
  history.replaceState({ ...history.state, y: scrollY }, '');
}

/** Keeps the position when the page is left or hidden. A phone may discard a page while another app is in front. */
export function keepPlaceOnLeaving(): void {
  const leave = () => {
    // The list has not arrived yet.
    if (due === undefined) keepPlace();
  };
  addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', leave);
}

/** Restores the position once the list is shown. Later calls do nothing. */
export function returnToPlace(): void {
  if (typeof due === 'number') scrollTo(0, due);
  due = undefined;
}
