import { existsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { step } from '#process/console.ts';
import { root } from '#process/root.ts';
import { describeReport, describeSkipped } from '#publisher/descriptions.ts';
import { Publisher } from '#publisher/publisher.ts';
import { readPublisherSettings } from '#publisher/settings.ts';
import { readShopSettings } from './settings.ts';
import { openShop } from './shop.ts';
import { siteSettings } from './site.ts';

interface BuildOptions {
  /** Renders every page again. */
  full: boolean;
  /** Leaves out products that break the contract. */
  skipInvalid: boolean;
}

/** What `npm run build` runs: the production site into dist/, from API_URL or else from this shop's own API. */
export async function buildSite(options: BuildOptions): Promise<void> {
  const settings = readShopSettings(process.env);
  const { API_URL, SITE_URL } = process.env;
  if (API_URL) {
    await buildFrom({ API_URL, SITE_URL: SITE_URL || settings.backend.SITE_URL }, options);
    return;
  }
  const shop = await openShop(settings, { fresh: false, site: false });
  if (!shop) return;
  try {
    await buildFrom({ ...siteSettings(settings.backend), API_URL: shop.url }, options);
  } finally {
    await shop.close();
  }
}

function buildFrom(env: Record<string, string>, { full, skipInvalid }: BuildOptions) {
  const outDir = join(root, 'dist');
  return step('Building the site', async (say) => {
    // This folder makes the next build short. A CI job may cache it (.github/workflows/publish.yml).
    const { folder, site } = readPublisherSettings({
      PUBLISH_DIR: '.publish',
      ...process.env,
      ...env,
      ...(skipInvalid && { SKIP_INVALID: 'true' }),
    });
    const publisher = new Publisher({ folder, settings: site });
    publisher.onLine = say;
    const report = await publisher.publish({ full });
    const { releases, pool } = publisher.folders;
    await rm(outDir, { recursive: true, force: true });
    await cp(join(releases, report.release), outDir, { recursive: true });
    // Pages of earlier builds that are still open in a browser ask for these files.
    if (existsSync(pool)) await cp(pool, outDir, { recursive: true, force: false });
    for (const line of describeSkipped(report)) console.log(`  ${line}`);
    console.log(`  ${describeReport(report)} → ${outDir}`);
  });
}
