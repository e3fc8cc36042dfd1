import { packageFile, runNode } from '#process/child.ts';
import { stopSignal } from '#process/stop.ts';
import { readShopSettings } from './settings.ts';
import { openShop } from './shop.ts';
import { siteSettings } from './site.ts';

/**
 * Runs `npm run dev`: Astro's development server on PORT, and the API of `npm start` on a port after it.
 * @returns Astro's exit code.
 */
export async function runDevelopment(): Promise<number> {
  const { port } = readShopSettings(process.env);
  const settings = readShopSettings({
    ...process.env,
    PORT: String(port + 8),
    SANDBOX_PORT: String(port + 9),
    // The provider sends the shopper back to the development server.
    SITE_URL: `http://127.0.0.1:${port}`,
  });
  const stop = stopSignal();
  const shop = await openShop(settings, { fresh: false, site: false, cancelled: stop });
  if (!shop) return 1;
  try {
    return await runNode(
      packageFile('astro/bin/astro.mjs'),
      ['dev', '--host', '127.0.0.1', '--port', String(port)],
      {
        stop,
        env: {
          ...siteSettings(settings.backend),
          API_URL: shop.url,
          SHOP_CHANGES: JSON.stringify(await shop.backend.services.shop.changes()),
          ASTRO_DEV_BACKGROUND: '0',
          ASTRO_TELEMETRY_DISABLED: '1',
        },
      },
    );
  } finally {
    await shop.close();
  }
}
