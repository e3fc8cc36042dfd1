import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { root } from '#process/root.ts';
import { CHROMIUM_ARGS, ensureChromium, findChromium } from '#scripts/test/chromium.ts';
import { visual } from '#scripts/test/runners.ts';
import { browserName } from '../visual/browser-name.ts';
import { screenshotsOf } from '../visual/screenshots.ts';
import { STATES } from './screens.ts';

const SCREENS = join(root, 'tests/visual/screens');
const MADE_WITH = join(SCREENS, 'made-with.json');

/**
 * Runs `--accept`: updates the committed screenshots that differ, or all of them if another browser made them. Deletes
 * screenshots without a test and prints the total size.
 */
export async function acceptScreens(args: string[]): Promise<number> {
  ensureChromium();
  const executablePath = findChromium();
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  const here = browserName(browser.version(), executablePath);
  await browser.close();
  const before = existsSync(MADE_WITH) ? JSON.parse(await readFile(MADE_WITH, 'utf8')).browser : '';
  await mkdir(SCREENS, { recursive: true });
  await writeFile(MADE_WITH, `${JSON.stringify({ browser: here }, null, 2)}\n`);
  const began = Date.now();
  const update = `--update-snapshots=${before === here ? 'changed' : 'all'}`;
  const code = await visual({ args: [update, ...args] });
  let size = 0;
  const known = new Set(STATES.flatMap(screenshotsOf).map((name) => `${name}.png`));
  const names = (await readdir(SCREENS)).filter((name) => name.endsWith('.png'));
  for (const name of names) {
    const file = join(SCREENS, name);
    if (!known.has(name)) {
      await rm(file);
      continue;
    }
    if ((await stat(file)).mtimeMs >= began) await pack(file);
    size += (await stat(file)).size;
  }
  console.log(`${known.size} screenshots, ${(size / 1e6).toFixed(1)} MB, made with ${here}.`);
  return code;
}

/** Compresses a screenshot without loss. */
async function pack(file: string): Promise<void> {
  const packed = await sharp(await readFile(file))
    .png({ compressionLevel: 9, effort: 10 })
    .toBuffer();
  if (packed.length < (await stat(file)).size) await writeFile(file, packed);
}
