import { step } from '#process/console.ts';
import { stopped, stopSignal } from '#process/stop.ts';
import { buildGallery, SITE } from './build.ts';
import { indexPage } from './index-page.ts';
import { SCREENS } from './screens.ts';
import { serveGallery } from './server.ts';
import { makeSheets } from './sheet.ts';

/**
 * Runs `npm run gallery`: builds the site over the fixed data and serves it in every state.
 * @param options.sheets - makes this contact sheet, or 'all', and then stops.
 */
export async function runGallery(options: {
  calm: boolean;
  sheets: string | false;
}): Promise<void> {
  const { calm, sheets } = options;
  const port = Number(process.env.PORT || 4380);
  let built = false;
  const close = await serveGallery({
    site: SITE,
    port,
    calm,
    index: (query) => (built ? indexPage(SCREENS, port, query) : undefined),
  });
  try {
    await step('Building the site over the fixed data', () =>
      buildGallery(`http://127.0.0.1:${port}`),
    );
    built = true;
    if (sheets) {
      await makeSheets(port, sheets === 'all' ? undefined : sheets);
      return;
    }
    console.log(`The gallery: http://localhost:${port}/`);
    await stopped(stopSignal());
  } finally {
    await close();
  }
}
