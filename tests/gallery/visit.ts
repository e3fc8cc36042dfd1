import type { Page } from '@playwright/test';
import type { State } from './state.ts';

type Scheme = 'light' | 'dark';

/**
 * The address of a state, an origin of its own, so that each has its own storage: Chromium and Firefox take every name
 * below localhost as this machine. With a scheme the page is in it, whatever the system prefers.
 */
export function addressOf({ name, route }: State, port: number, scheme?: Scheme): string {
  return `http://${scheme ? `${scheme}.` : ''}${name}.localhost:${port}${route}`;
}

/** The screens that states are looked at on, by their widths. */
export const SCREEN_HEIGHTS = { 360: 740, 768: 1024, 1440: 900 } as const;
export type Width = keyof typeof SCREEN_HEIGHTS;

/** What a browser is on that screen: a phone or tablet is touched, and its scrollbars take no room. */
export const deviceOf = (width: Width) =>
  width < 1000 ? { isMobile: true, hasTouch: true } : { isMobile: false, hasTouch: false };

/** Whether all of its page is to be seen, or what a screen shows of it, with a panel over it perhaps. */
export const isWholePage = ({ part }: State) => part !== 'screen';

/** Opens a state and waits until it is reached, with its pictures. @throws Error that says what was not to be seen. */
export async function visit(page: Page, state: State, port: number, width: Width): Promise<void> {
  await page.setViewportSize({ width, height: SCREEN_HEIGHTS[width] });
  await page.goto(addressOf(state, port));
  await page.waitForFunction(() => document.documentElement.dataset.gallery);
  const reached = await page.getAttribute('html', 'data-gallery');
  if (reached !== 'ready') throw new Error(`${state.name} at ${width} px: ${reached}`);
  await page.evaluate(paintAll);
  await page.evaluate(loadPictures, isWholePage(state));
}

/** What browsers leave unpainted until it is scrolled to, such as the rows of many orders, is on the picture too. */
function paintAll(): void {
  const all = new CSSStyleSheet();
  all.replaceSync('* { content-visibility: visible !important }');
  document.adoptedStyleSheets.push(all);
}

/** With `all` of the page, what lies far down comes as well. */
async function loadPictures(all: boolean): Promise<void> {
  const pictures = [...document.images].filter((image) => image.checkVisibility());
  const wanted = pictures.filter((image) => all || image.getBoundingClientRect().top < innerHeight);
  for (const image of wanted) image.loading = 'eager';
  // One that does not come is seen broken, on the sheet and by the comparison.
  await Promise.all(wanted.map((image) => image.decode().catch(() => undefined)));
}
