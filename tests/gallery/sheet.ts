import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { step } from '#process/console.ts';
import { CHROMIUM_ARGS, ensureChromium, findChromium } from '#scripts/test/chromium.ts';
import { GALLERY } from './build.ts';
import { SCREENS, STATES } from './screens.ts';
import type { State } from './state.ts';
import { deviceOf, isWholePage, visit, type Width } from './visit.ts';

const SCHEMES = ['light', 'dark'] as const;
/** Pages loaded at the same time. */
const AT_ONCE = 3;
const SHEETS = join(GALLERY, 'sheets');

interface Sheet {
  name: string;
  title: string;
  states: readonly State[];
  widths: readonly Width[];
}

const TWO: readonly Width[] = [360, 1440];

/** The names of all sheets: one of all routes, and one per screen. */
export const SHEET_NAMES = ['routes', ...SCREENS.map(({ name }) => name)];

function sheetNamed(name: string, widths: readonly Width[]): Sheet {
  const screen = SCREENS.find((each) => each.name === name);
  if (screen) return { ...screen, widths };
  return { name, title: 'Every route', states: STATES.filter(({ main }) => main), widths: TWO };
}

/**
 * Makes the contact sheet `name`, also with a tablet's width. Without a name it deletes all sheets and makes them
 * again.
 */
export async function makeSheets(port: number, name?: string): Promise<void> {
  ensureChromium();
  const sheets = name
    ? [sheetNamed(name, [360, 768, 1440])]
    : SHEET_NAMES.map((each) => sheetNamed(each, TWO));
  if (!name) await rm(SHEETS, { recursive: true, force: true });
  await mkdir(join(SHEETS, 'pictures'), { recursive: true });
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
  try {
    for (const sheet of sheets) {
      await step(`${sheet.title}: ${sheet.states.length} states`, async () => {
        await takeAll(browser, sheet, port);
        await layOut(browser, sheet);
      });
    }
  } finally {
    await browser.close();
  }
  console.log(`The contact sheets: ${relative(process.cwd(), SHEETS)}/*.png`);
}

const pictureOf = ({ name }: State, width: number, scheme: string) =>
  `pictures/${name}-${width}-${scheme}.png`;

/** Returns the widths at which a state is shown. */
const widthsOf = (state: State, { widths }: Sheet) =>
  widths.filter((width) => !state.narrow || width === 360);

async function takeAll(browser: Browser, sheet: Sheet, port: number): Promise<void> {
  const waiting = sheet.states.flatMap((state) =>
    widthsOf(state, sheet).map((width) => ({ state, width })),
  );
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const context = await browser.newContext({
        ...deviceOf(next.width),
        reducedMotion: 'reduce',
      });
      await take(await context.newPage(), next.state, next.width, port);
      await context.close();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function take(page: Page, state: State, width: Width, port: number): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await visit(page, state, port, width).catch((error: Error) => console.log(`  ${error.message}`));
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({
      fullPage: isWholePage(state),
      path: join(SHEETS, pictureOf(state, width, colorScheme)),
    });
  }
}

/** Arranges the pictures of a sheet in columns. */
async function layOut(browser: Browser, sheet: Sheet): Promise<void> {
  const figures = sheet.states.map((state) => {
    const pictures = widthsOf(state, sheet).flatMap((width) =>
      SCHEMES.map(
        (scheme) =>
          `<figure><img class="w${width}" src="${pictureOf(state, width, scheme)}"><figcaption>${width} px, ${scheme}</figcaption></figure>`,
      ),
    );
    return `<section><h2>${state.name} <small>${state.route.replace(/&/g, '&amp;')}</small></h2>${pictures.join('')}</section>`;
  });
  const html = `<!doctype html><meta charset="utf-8"><title>${sheet.title}</title><style>${STYLE}</style><h1>${sheet.title}</h1><main>${figures.join('\n')}</main>`;
  const file = join(SHEETS, `${sheet.name}.html`);
  await writeFile(file, html);
  const page = await browser.newPage({ viewport: { width: widthOf(sheet), height: 1000 } });
  await page.goto(pathToFileURL(file).href);
  await page.screenshot({ path: join(SHEETS, `${sheet.name}.png`), fullPage: true });
  await page.close();
}

/** Returns the width that makes the sheet about square. */
const widthOf = ({ states, widths }: Sheet) =>
  Math.max(2, Math.round(Math.sqrt(states.length) * 0.9)) * (widths.length > 2 ? 1520 : 1060);

const STYLE = `
body { margin: 24px; background: #8a8279; font: 14px/1.3 sans-serif; color: #fff }
h1 { margin: 0 0 16px }
main { columns: 1000px; column-gap: 24px }
section { break-inside: avoid; padding: 0 0 28px; display: flex; flex-wrap: wrap; gap: 10px; align-items: start }
h2 { flex: 100%; margin: 0; font-size: 16px }
small { font-weight: 400; opacity: .8 }
figure { margin: 0 }
img { display: block; max-height: 900px }
.w360 { max-width: 150px } .w768 { max-width: 220px } .w1440 { max-width: 340px }`;
