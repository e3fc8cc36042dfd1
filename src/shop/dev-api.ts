import { stopped, stopSignal } from '#process/stop.ts';
import { readShopSettings, type ShopSettings } from './settings.ts';
import { openShop } from './shop.ts';

/** Returns the settings of `npm run dev`: the site on PORT, and the API on a port after it. */
export function developmentSettings(env: NodeJS.ProcessEnv): ShopSettings & { sitePort: number } {
  const { port } = readShopSettings(env);
  const settings = readShopSettings({
    ...env,
    PORT: String(port + 8),
    SANDBOX_PORT: String(port + 9),
    // The provider sends the shopper back to the development server.
    SITE_URL: `http://127.0.0.1:${port}`,
  });
  return { ...settings, sitePort: port };
}

/** Runs the API of `npm run dev` until the process is asked to stop. @returns the exit code. */
export async function runDevelopmentApi(): Promise<number> {
  const stop = stopSignal();
  const shop = await openShop(developmentSettings(process.env), {
    fresh: false,
    site: false,
    cancelled: stop,
  });
  if (!shop) return 1;
  await stopped(stop);
  await shop.close();
  return 0;
}
