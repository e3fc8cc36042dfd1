declare global {
  interface Window {
    /** Buttons and fields that had an event before the page's scripts had run, by event type (frame/early.ts). */
    taps: Partial<Record<string, Set<Element | null>>>;
  }
}

/** An event, or the known part of a past one. */
export type PageEvent = Pick<Event, 'type' | 'target'>;

/** Returns the elements that had an event of this type before any listener. */
const missed = (type: string): Iterable<Element | null> =>
  type === 'toggle' ? document.querySelectorAll('details[open]') : (window.taps[type] ?? []);

/**
 * Calls `act` for every event of a type in an element that matches `selector`, also in elements that are added later.
 * Passes on earlier events at once: clicks, input, opened `<details>`. So each script gets a click exactly once,
 * whether another script has handled it or not.
 */
export function delegate(
  type: string,
  selector: string,
  act: (element: HTMLElement, event: PageEvent) => unknown,
): void {
  const pass = (event: PageEvent) => {
    const element = event.target instanceof Element && event.target.closest<HTMLElement>(selector);
    if (element) act(element, event);
  };
  for (const target of missed(type)) pass({ type, target });
  // `toggle` does not bubble.
  document.addEventListener(type, pass, type === 'toggle');
}
