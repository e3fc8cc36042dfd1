/**
 * Calls `act` when the page is shown. A page that is prerendered at a press does nothing before that: it records no
 * visit, fetches no price, shows no message that would be lost, and clears no cart.
 */
export function whenShown(act: () => void): void {
  if ((document as Document & { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', act);
  else act();
}
