import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestInfo } from '@playwright/test';
import { findScreenReader, noScreenReader } from '#scripts/test/screen-reader.ts';
import { test as base, expect } from '../../e2e/support/fixtures.ts';
import { KHAMRAH } from '../../e2e/support/shop.ts';
import { type Desk, openDesk } from './desk.ts';
import { buy } from './purchase.ts';
import { askForReturn } from './return.ts';
import { shopperWith } from './shopper.ts';
import { type Figure, Transcript } from './transcript.ts';
import { payByTransfer } from './transfer.ts';

/** Minutes for one purchase, including one of silence. */
const LIMIT = 15;

/** A fixture is also closed after Ctrl-C and at the limit. */
const test = base.extend<{ desk: Desk }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the first argument to be a pattern
  desk: async ({}, use) => {
    const programs = findScreenReader();
    if (!programs) throw new Error(noScreenReader());
    const desk = await openDesk(programs);
    await use(desk);
    await desk.close();
  },
});

for (const width of [1440, 390]) {
  test(`a guest's purchase as a screen reader says it at ${width} px`, async ({
    baseURL,
    desk,
  }, info) => {
    const order = { shop: `${baseURL}`, product: KHAMRAH, email: 'amina.bello@example.com' };
    await hear(desk, info, { name: 'purchase', width, title: "A guest's purchase" }, (heard) =>
      buy(heard, order),
    );
  });

  test(`a bank transfer as a screen reader says it at ${width} px`, async ({
    baseURL,
    desk,
    request,
  }, info) => {
    const order = { shop: `${baseURL}`, product: KHAMRAH, email: 'bola.ade@example.com', request };
    await hear(desk, info, { name: 'transfer', width, title: 'A bank transfer' }, (heard) =>
      payByTransfer(heard, order),
    );
  });

  test(`a return as a screen reader says it at ${width} px`, async ({
    baseURL,
    desk,
    request,
  }, info) => {
    const email = `chidi.eze.${width}@example.com`;
    const order = { shop: `${baseURL}`, email, request };
    await hear(desk, info, { name: 'return', width, title: 'A return' }, (heard) =>
      askForReturn(heard, order),
    );
  });
}

/** Hears a shopper at work, writes the transcript beside this file, and compares its figures. */
async function hear(
  { page, reader, version }: Desk,
  info: TestInfo,
  { name, width, title }: { name: string; width: number; title: string },
  work: (heard: Parameters<typeof buy>[0]) => Promise<Figure[]>,
): Promise<void> {
  info.setTimeout(LIMIT * 60_000);
  // A window of Chromium cannot be as narrow as a phone, but its page can.
  await page.setViewportSize({ width, height: 844 });
  const transcript = new Transcript([
    `# ${title} at ${width} px, as it is heard`,
    'A screen reader speaks while a guest uses the keyboard alone. Slashes separate its sentences, and its words about a pressed key are in brackets. `npm run test:full -- heard` writes this file.',
    `The reader is ${version}.`,
  ]);
  try {
    const shopper = shopperWith(reader, transcript);
    transcript.figures.push(...(await work({ page, shopper, transcript })));
  } finally {
    // Also of a failed purchase: the last lines say where.
    await writeFile(info.outputPath('heard.md'), transcript.markdown());
  }
  const twice = transcript.repeated();
  transcript.figures.push({ what: 'answers said twice', heard: twice.length, wanted: 0 });
  await writeFile(join(import.meta.dirname, `${name}-${width}.md`), transcript.markdown());
  for (const { what, heard, wanted } of transcript.figures) {
    console.log(`${width} px, ${what}: ${heard}`);
    expect.soft(heard, what).toBe(wanted);
  }
  expect.soft(twice).toEqual([]);
}
