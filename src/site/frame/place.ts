/**
 * Where the shopper is in a page whose list comes after its load. The browser cannot bring her back there: the page is
 * too short until then. The place stands in the state of the entry in the history, so a new visit begins at the top.
 */

/** Pixels from the top, when this page was left before. A build has no history. */
let due: unknown = typeof history === 'undefined' ? undefined : history.state?.y;

export function keepPlace(): void {
  due = undefined;
  history.replaceState({ ...history.state, y: scrollY }, '');
}

/** Keeps the place when the page is left or hidden. A phone may discard a page while another app is in front. */
export function keepPlaceOnLeaving(): void {
  const leave = () => {
    // The list has not come yet.
    if (due === undefined) keepPlace();
  };
  addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', leave);
}

/** Goes back to the place, once the list stands. Later calls do nothing. */
export function returnToPlace(): void {
  if (typeof due === 'number') scrollTo(0, due);
  due = undefined;
}
