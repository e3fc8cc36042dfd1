import { once } from 'node:events';
import { runCommand, step } from '#shop/console.ts';
import { SCREENS } from '../../tests/gallery/screens.ts';
import { serveGallery } from '../../tests/gallery/server.ts';
import { acceptScreens } from './accept.ts';
import { buildGallery, SITE } from './build.ts';
import { indexPage } from './index-page.ts';
import { makeSheets, SHEET_NAMES } from './sheet.ts';

const USAGE =
  'npm run gallery shows every screen and component in each state. It takes --sheet [NAME], which makes contact sheets, --accept [-g NAME], which makes the screenshots of the visual test anew, and --calm, which shows what the visual test compares.';

/** `npm run gallery`. */
runCommand(async () => {
  const [flag, screen, ...more] = process.argv.slice(2);
  if (flag === '--accept') return acceptScreens(process.argv.slice(3));
  const known = flag === undefined || flag === '--calm' || flag === '--sheet';
  if (!known || more.length > 0 || (screen && flag !== '--sheet')) throw new Error(USAGE);
  if (screen && !SHEET_NAMES.includes(screen)) {
    const names = SHEET_NAMES.join(', ');
    throw new Error(`The gallery has no sheet '${screen}'. Choose one of: ${names}.`);
  }
  const port = Number(process.env.PORT || 4380);
  let built = false;
  const close = await serveGallery({
    site: SITE,
    port,
    calm: flag === '--calm',
    index: (query) => (built ? indexPage(SCREENS, port, query) : undefined),
  });
  try {
    await step('Building the site over the fixed data', () =>
      buildGallery(`http://127.0.0.1:${port}`),
    );
    built = true;
    if (flag === '--sheet') {
      await makeSheets(port, screen);
      return 0;
    }
    console.log(`The gallery: http://localhost:${port}/`);
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => stop.abort());
    await once(stop.signal, 'abort');
    return 0;
  } finally {
    await close();
  }
});
