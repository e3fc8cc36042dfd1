import type { Page } from '@playwright/test';
import type { State } from './state.ts';

type Scheme = 'light' | 'dark';

/**
 * Returns the address of a state. Each state has its own origin and so its own storage: Chromium and Firefox resolve
 * every name below localhost to this machine. With `scheme` the page has that colour scheme, whatever the system
 * prefers.
 */
export function addressOf({ name, route }: State, port: number, scheme?: Scheme): string {
  return `http://${scheme ? `${scheme}.` : ''}${name}.localhost:${port}${route}`;
}

/** The heights of the screens, by width. */
export const SCREEN_HEIGHTS = { 360: 740, 768: 1024, 1440: 900 } as const;
export type Width = keyof typeof SCREEN_HEIGHTS;

/** Returns the device of a width: phones and tablets have touch, and scrollbars that take no space. */
export const deviceOf = (width: Width) =>
  width < 1000 ? { isMobile: true, hasTouch: true } : { isMobile: false, hasTouch: false };

/** Whether the whole page is shown, or only the part that fits on a screen. */
export const isWholePage = ({ part }: State) => part !== 'screen';

/** Opens a state and waits until it is reached and its pictures are loaded. @throws Error that names the missing element. */
export async function visit(page: Page, state: State, port: number, width: Width): Promise<void> {
  await page.setViewportSize({ width, height: SCREEN_HEIGHTS[width] });
  await page.goto(addressOf(state, port));
  await page.waitForFunction(() => document.documentElement.dataset.gallery);
  const reached = await page.getAttribute('html', 'data-gallery');
  if (reached !== 'ready') throw new Error(`${state.name} at ${width} px: ${reached}`);
  await page.evaluate(paintAll);
  await page.evaluate(loadPictures, isWholePage(state));
}

/** Makes browsers paint content that they skip until it is scrolled to, such as long lists of orders. */
function paintAll(): void {
  const all = new CSSStyleSheet();
  all.replaceSync('* { content-visibility: visible !important }');
  document.adoptedStyleSheets.push(all);
}

/** Loads pictures, with `all` also those below the screen. */
async function loadPictures(all: boolean): Promise<void> {
  const pictures = [...document.images].filter((image) => image.checkVisibility());
  const wanted = pictures.filter((image) => all || image.getBoundingClientRect().top < innerHeight);
  for (const image of wanted) image.loading = 'eager';
  // The sheet and the comparison show a failed picture.
  await Promise.all(wanted.map((image) => image.decode().catch(() => undefined)));
}
