import type { Composer } from '#backend/media/composer.ts';
import { secondsSinceStart } from '#process/console.ts';
import { stopped, stopSignal } from '#process/stop.ts';
import { readShopSettings } from './settings.ts';
import { openShop } from './shop.ts';

/**
 * What `npm start` runs: opens the shop, prints its addresses, and closes it when the process is asked to stop.
 * @param options.openComposer - makes the demo's pictures; by default its artwork.
 */
export async function runShop(options: {
  fresh: boolean;
  openComposer?: () => Composer;
}): Promise<void> {
  const cancelled = stopSignal();
  const shop = await openShop(readShopSettings(process.env), { ...options, site: true, cancelled });
  if (!shop) return;
  console.log(`\nready ${shop.url} in ${secondsSinceStart().toFixed(1)} s\n`);
  for (const [name, url] of shop.addresses) console.log(`  ${name.padEnd(16)} ${url}`);
  console.log('\nCtrl-C stops everything; the data stays.');
  await stopped(cancelled);
  console.log('\nStopping …');
  await shop.close();
}
