import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { bin, root } from '#scripts/child.ts';
import { runCommand } from '#shop/console.ts';
import { readShopSettings } from '#shop/settings.ts';
import { openShop } from '#shop/shop.ts';
import { siteSettings } from '#shop/site.ts';

/** `npm run dev`: the API as in npm start on the next ports, and Astro's live reload on PORT before it. */
runCommand(async () => {
  const shown = readShopSettings(process.env);
  const settings = readShopSettings({
    ...process.env,
    PORT: String(shown.port + 8),
    SANDBOX_PORT: String(shown.port + 9),
    // A payment comes back to the page under development.
    SITE_URL: `http://127.0.0.1:${shown.port}`,
  });
  const shop = await openShop(settings, { fresh: false, site: false });
  if (!shop) return 1;
  try {
    const astro = spawn(
      process.execPath,
      [bin('astro/bin/astro.mjs'), 'dev', '--host', '127.0.0.1', '--port', String(shown.port)],
      {
        cwd: root,
        stdio: 'inherit',
        env: {
          ...process.env,
          ...siteSettings(settings.backend),
          API_URL: shop.url,
          ASTRO_DEV_BACKGROUND: '0',
          ASTRO_TELEMETRY_DISABLED: '1',
        },
      },
    );
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => astro.kill('SIGTERM'));
    const [code] = await once(astro, 'exit');
    return code ?? 0;
  } finally {
    await shop.close();
  }
});
