import type { Composer } from '#backend/media/composer.ts';
import { startNotices } from '#backend/start-notices.ts';
import { secondsSinceStart } from '#process/console.ts';
import { stopped, stopSignal } from '#process/stop.ts';
import { readShopSettings } from './settings.ts';
import { openShop } from './shop.ts';

interface Run {
  fresh: boolean;
  /** Makes the demo's pictures. Default: from their files. */
  composer?: Composer;
  /** Aborts when the process is asked to stop. */
  cancelled?: AbortSignal;
  /** Closes the shop when it resolves. The process continues. */
  until?: Promise<void>;
}

/** Runs `npm start`: opens the shop, prints its addresses, and closes it when the process is asked to stop. */
export async function runShop({ cancelled = stopSignal(), until, ...options }: Run): Promise<void> {
  const settings = readShopSettings(process.env);
  const shop = await openShop(settings, { ...options, site: true, cancelled });
  if (!shop) return;
  console.log(`\nready ${shop.url} in ${secondsSinceStart().toFixed(1)} s\n`);
  for (const [name, url] of shop.addresses) console.log(`  ${name.padEnd(16)} ${url}`);
  const { services } = shop.backend;
  for (const notice of await startNotices(settings.backend, services, settings.host)) {
    console.error(`\n${notice}`);
  }
  console.log('\nCtrl-C stops everything; the data stays.');
  await Promise.race(until ? [stopped(cancelled), until] : [stopped(cancelled)]);
  console.log('\nStopping …');
  await shop.close();
}
