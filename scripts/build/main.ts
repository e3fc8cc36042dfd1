import { resolve } from 'node:path';
import { emitHosting } from '#server/emit-hosting.ts';
import { release } from '../../src/publisher/release.ts';
import { runCommand, step } from '../shop/console.ts';
import { readShopSettings } from '../shop/settings.ts';
import { openShop } from '../shop/shop.ts';
import { describeRelease, siteSettings } from '../shop/site.ts';

/** `npm run build`: the production site into dist/, from API_URL or from this checkout's own API. */
runCommand(async () => {
  const outDir = resolve('dist');
  const build = (env: { API_URL: string; SITE_URL: string }) =>
    step('Building the site', async (say) => {
      const report = await release({ outDir, env, onLine: say });
      await emitHosting(outDir, {
        siteUrl: env.SITE_URL,
        apiUrl: process.env.PUBLIC_API_URL ? null : env.API_URL,
      });
      console.log(`  ${describeRelease(report)} → ${outDir}`);
    });
  const { API_URL, SITE_URL } = process.env;
  const settings = readShopSettings(process.env);
  if (API_URL) {
    await build({ API_URL, SITE_URL: SITE_URL || settings.backend.SITE_URL });
    return 0;
  }
  const shop = await openShop(settings, { fresh: false, site: false });
  if (!shop) return 1;
  try {
    await build({ ...siteSettings(settings.backend), API_URL: shop.url });
  } finally {
    await shop.close();
  }
  return 0;
});
