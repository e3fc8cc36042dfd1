import { existsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createBackend } from '#backend/backend.ts';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { migrationsOf } from '#backend/db/prepare.ts';
import { providersOf } from '#backend/providers.ts';
import { step } from '#process/console.ts';
import { listen } from '#process/listen.ts';
import { root } from '#process/root.ts';
import { stopSignal } from '#process/stop.ts';
import { describeContents, describeReport } from '#publisher/descriptions.ts';
import { Publisher } from '#publisher/publisher.ts';
import { readPublisherSettings } from '#publisher/settings.ts';
import { openShopDatabase } from './database.ts';
import { readShopSettings, type ShopSettings } from './settings.ts';
import { fillDemo } from './shop.ts';
import { siteSettings } from './site.ts';

interface BuildOptions {
  /** Renders every page again. */
  full: boolean;
  /** Leaves out products that break the contract, even if they are more than a tenth. */
  skipInvalid: boolean;
}

/**
 * Runs `npm run build`: the production site into dist/, from API_URL or else from this shop's own API.
 * @returns the exit code: 130 after Ctrl-C.
 */
export async function buildSite(options: BuildOptions): Promise<number> {
  const { API_URL, SITE_URL } = process.env;
  const settings = readShopSettings(buildEnvironment(process.env));
  const cancelled = stopSignal();
  const stack = new AsyncDisposableStack();
  try {
    const env = API_URL
      ? { API_URL, SITE_URL: SITE_URL || settings.backend.SITE_URL }
      : {
          ...siteSettings(settings.backend),
          ...(SITE_URL && { SITE_URL: SITE_URL.replace(/\/+$/, '') }),
          API_URL: await openApi(settings, stack, cancelled),
        };
    await buildFrom(env, options, cancelled);
    return 0;
  } catch (error) {
    if (cancelled.aborted) return 130;
    throw error;
  } finally {
    await stack.disposeAsync();
  }
}

/**
 * Returns the settings for a build. Outside production a shop may not have a public SITE_URL, because it would show
 * everybody's emails there. A build may, because it serves nothing to others.
 */
export function buildEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return env.SHOP_MODE === 'production' ? env : { ...env, SITE_URL: '' };
}

/** Opens the API of this shop on a separate port, even while the shop runs. @returns its address. */
export async function openApi(
  { backend: settings }: ShopSettings,
  stack: AsyncDisposableStack,
  cancelled: AbortSignal,
): Promise<string> {
  const database = await step('Opening the database', () => openShopDatabase(settings));
  stack.defer(() => database.close());
  cancelled.throwIfAborted();
  const backend = await createBackend(
    { ...settings, DATABASE_URL: database.addresses.url },
    {
      providers: providersOf(settings),
      migrations: migrationsOf(settings),
    },
  );
  stack.defer(() => backend.close());
  const port = await freePort();
  stack.defer(await listen(backend.app.fetch, port, 'PORT'));
  if (settings.SHOP_MODE !== 'production') await fillDemo(backend);
  cancelled.throwIfAborted();
  return `http://127.0.0.1:${port}`;
}

function buildFrom(
  env: Record<string, string>,
  { full, skipInvalid }: BuildOptions,
  cancelled: AbortSignal,
) {
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
    cancelled.addEventListener('abort', () => void publisher.close());
    const report = await publisher.publish({ full });
    const { releases, pool } = publisher.folders;
    await rm(outDir, { recursive: true, force: true });
    await cp(join(releases, report.release), outDir, { recursive: true });
    // Pages of earlier builds that are still open in a browser request these files.
    if (existsSync(pool)) await cp(pool, outDir, { recursive: true, force: false });
    for (const line of describeContents(report)) console.log(`  ${line}`);
    console.log(`  ${describeReport(report)} → ${outDir}`);
  });
}
