import { existsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { claimFolder } from '#backend/db/claim.ts';
import { Publisher } from '#publisher/publisher.ts';
import { readPublisherSettings } from '#publisher/settings.ts';
import { describeReport, describeSkipped } from '#publisher/words.ts';
import { runCommand, step } from '#shop/console.ts';
import { readShopSettings } from '#shop/settings.ts';
import { openShop } from '#shop/shop.ts';
import { siteSettings } from '#shop/site.ts';

const USAGE =
  'npm run build takes --full, which makes every page anew, and --skip-invalid, which leaves out products that break the contract.';

/** `npm run build`: the production site into dist/, from API_URL or from this checkout's own API. */
runCommand(async () => {
  const flags = process.argv.slice(2);
  if (flags.some((flag) => !['--full', '--skip-invalid'].includes(flag))) throw new Error(USAGE);
  const outDir = resolve('dist');
  const build = (env: { API_URL: string; SITE_URL: string }) =>
    step('Building the site', async (say) => {
      // What lies here makes the next build short: a CI job may keep it (.github/workflows/publish.yml).
      const { folder, site } = readPublisherSettings({
        PUBLISH_DIR: '.publish',
        ...process.env,
        ...env,
      });
      const settings = flags.includes('--skip-invalid') ? { ...site, SKIP_INVALID: 'true' } : site;
      const publisher = new Publisher({ folder, settings, claim: claimFolder });
      publisher.onLine = say;
      const report = await publisher.publish({ full: flags.includes('--full') });
      await rm(outDir, { recursive: true, force: true });
      await cp(join(publisher.folders.releases, report.release), outDir, { recursive: true });
      // What pages of earlier builds, open in a browser, may still ask for.
      if (existsSync(publisher.folders.pool)) {
        await cp(publisher.folders.pool, outDir, { recursive: true, force: false });
      }
      for (const line of describeSkipped(report)) console.log(`  ${line}`);
      console.log(`  ${describeReport(report)} → ${outDir}`);
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
