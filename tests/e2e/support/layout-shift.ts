import type { Page } from '@playwright/test';

/** Counts by how much a page's parts move without being asked (CLS), from its first moment on; before it is opened. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.sum += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** What has been counted until now. */
export const shifted = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum);
