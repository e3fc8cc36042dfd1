/** Makes this file a module. */
export {};

declare global {
  interface Window {
    /** What has been pressed since the page's head was read (frame/early.ts). */
    taps: { add(target: EventTarget | null): void; forEach?: Set<EventTarget | null>['forEach'] };
  }
}

/**
 * A button that was pressed before any script had come is pressed again, once, when all of the page's scripts have run.
 * What needs none of them (the menu, links, forms) has worked already.
 */
document.addEventListener('DOMContentLoaded', () => {
  const early = window.taps;
  window.taps = { add() {} };
  const buttons = new Set<HTMLElement>();
  early.forEach?.((target) => {
    if (!(target instanceof Element)) return;
    const button = target.closest<HTMLElement>('button[type="button"]:not([popovertarget])');
    if (button) buttons.add(button);
  });
  for (const button of buttons) button.click();
});
