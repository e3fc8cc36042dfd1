import type { ClientDirective } from 'astro';

/** What counts as reaching: pointer, keyboard, touch, or a panel that opens (`reach`, sent by the controls). */
const SIGNS = ['pointerover', 'focusin', 'pointerdown', 'reach'] as const;

/** What the controls or the browser do by themselves, without the island's script. */
const NATIVE = 'a[href], [data-open], [data-close], [data-action]';

/**
 * Loads an island when it is reached for. A click that comes before React listens is held and given
 * again afterwards, so that the touch that woke the island does what it was meant to do.
 */
const reach: ClientDirective = (load, _options, island) => {
  const wake = async () => {
    for (const sign of SIGNS) island.removeEventListener(sign, wake);
    const held: HTMLElement[] = [];
    let failed = false;
    const hold = (event: Event) => {
      const button =
        event.target instanceof Element ? event.target.closest<HTMLElement>('button') : null;
      if (!button || button.matches(NATIVE)) return;
      event.preventDefault();
      event.stopPropagation();
      held.push(button);
    };
    const fail = () => {
      failed = true;
    };
    island.addEventListener('click', hold, true);
    island.addEventListener('astro:hydration-error', fail);
    const hydrate = await load();
    await hydrate();
    island.removeEventListener('click', hold, true);
    island.removeEventListener('astro:hydration-error', fail);
    // A script that did not arrive is asked for again at the next touch.
    if (failed) listen();
    else for (const button of held) button.click();
  };
  const listen = () => {
    for (const sign of SIGNS) island.addEventListener(sign, wake);
  };
  listen();
};

export default reach;
