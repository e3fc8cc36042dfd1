import type { Page } from '@playwright/test';

/** An entry of the browser's list of layout shifts. */
interface LayoutShift {
  value: number;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** Measures the page's layout shift (CLS) from its start. Call it before the page is opened. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts = { sum: 0, moved: [] as string[] };
    Object.assign(window, { shifts });
    const nameOf = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement;
      const parent = element?.parentElement;
      return [parent, element].map((one) => `${one?.localName}.${one?.className}`).join(' ');
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as LayoutShift[]) {
        shifts.sum += entry.value;
        for (const { node, previousRect: from, currentRect: to } of entry.sources) {
          const by = [to.x - from.x, to.y - from.y].map((px) => Math.round(px * 10) / 10);
          shifts.moved.push(
            `${nameOf(node)} by ${by.join(', ')} px: ${node?.textContent?.trim().slice(0, 30)}`,
          );
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

interface Shifts {
  sum: number;
  moved: string[];
}

/** Returns the layout shift so far. */
export const shifted = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts.sum);

/** Returns what has moved so far, and by how much: a browser names up to five elements of each shift. */
export const whatShifted = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts.moved);
