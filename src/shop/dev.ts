import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { shopChanges } from '#contract/shop.ts';
import { ownAddress } from '#process/address.ts';
import { packageFile, runNode } from '#process/child.ts';
import { root } from '#process/root.ts';
import { stopSignal } from '#process/stop.ts';
import { developmentSettings } from './dev-api.ts';
import { siteSettings } from './site.ts';

/**
 * Runs `npm run dev`: Astro's development server on PORT, and the API of `npm start` on a port after it. Node restarts
 * the API when one of its files changes, and says so.
 * @returns the exit code of the first that ends.
 */
export async function runDevelopment(): Promise<number> {
  const { sitePort, host, port, backend } = developmentSettings(process.env);
  const stop = stopSignal();
  // Compiled sources, and packages that are looked up once, halve a restart.
  const env = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') };
  const once = pathToFileURL(join(root, 'scripts/bootstrap/resolve-once.mjs')).href;
  const watching = ['--watch-preserve-output', '--import', once, 'scripts/dev/api.ts'];
  const api = runNode('--watch', watching, { stop, env });
  const url = ownAddress(host, port);
  const changes = await Promise.race([api.then(() => null), changesAt(url, stop)]);
  if (changes === null) return api;
  const site = runNode(
    packageFile('astro/bin/astro.mjs'),
    ['dev', '--host', '127.0.0.1', '--port', String(sitePort)],
    {
      stop,
      env: {
        ...siteSettings(backend),
        API_URL: url,
        SHOP_CHANGES: JSON.stringify(changes),
        ASTRO_DEV_BACKGROUND: '0',
        ASTRO_TELEMETRY_DISABLED: '1',
      },
    },
  );
  return await site;
}

/** Returns what staff have changed of the shop's facts, once the API answers; null if the process is asked to stop. */
async function changesAt(url: string, stop: AbortSignal) {
  while (!stop.aborted) {
    const answer = await fetch(`${url}/api/shop`).catch(() => null);
    if (answer?.ok) return shopChanges.parse(await answer.json()).facts;
    await pause(100);
  }
  return null;
}
