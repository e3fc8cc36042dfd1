import type { BrowserContext } from '@playwright/test';

/** The browser storage of a shopper before the visit. */
export interface Kept {
  'turare:cart': unknown;
  'turare:session': unknown;
}

export interface MeasuredPage {
  path: string;
  /** The contents of its visitor's localStorage. */
  needs?: keyof Kept;
  /** The element that is there once the page is usable. Pages that are complete as HTML need none. */
  ready?: string;
}

/** The pages of the bench, by the name that `--pages` takes. */
export const PAGES: Record<string, MeasuredPage> = {
  landing: { path: '/' },
  list: { path: '/products' },
  brand: { path: '/brands/tom-ford' },
  product: { path: '/products/tom-ford-oud-wood' },
  checkout: {
    path: '/checkout',
    needs: 'turare:cart',
    ready: 'form button[type="submit"]:enabled',
  },
  login: { path: '/login', ready: 'form input[type="password"]' },
  orders: { path: '/orders', needs: 'turare:session', ready: 'main h2, main li' },
};

/** A phone of 390 × 844 with three device pixels to one, a first visit each time. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
} as const;

/** Puts the visitor's data into this browser's storage, before any page opens. */
export async function keep(context: BrowserContext, page: MeasuredPage, kept: Kept): Promise<void> {
  const { needs } = page;
  if (!needs) return;
  await context.addInitScript(
    ([key, value]) => {
      try {
        localStorage.setItem(key, value);
      } catch {
        // about:blank has no storage.
      }
    },
    [needs, JSON.stringify(kept[needs])] as const,
  );
}
