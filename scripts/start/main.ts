import { once } from 'node:events';
import { runCommand, secondsSinceStart } from '#shop/console.ts';
import { readShopSettings } from '#shop/settings.ts';
import { openShop } from '#shop/shop.ts';

runCommand(async () => {
  const fresh = process.argv.includes('--fresh');
  const unknown = process.argv.slice(2).find((arg) => arg !== '--fresh');
  if (unknown)
    throw new Error(`npm start does not know '${unknown}'. It takes: npm start -- --fresh`);

  const stop = stopSignal();
  const settings = readShopSettings(process.env);
  const shop = await openShop(settings, { fresh, site: true, cancelled: stop.signal });
  if (shop) {
    console.log(`\nready ${shop.url} in ${secondsSinceStart().toFixed(1)} s\n`);
    for (const [name, url] of shop.addresses) console.log(`  ${name.padEnd(16)} ${url}`);
    console.log('\nCtrl-C stops everything; the data stays.');
    if (!stop.signal.aborted) await once(stop.signal, 'abort');
    console.log('\nStopping …');
    await shop.close();
  }
  return 0;
});

/**
 * Aborts at the first Ctrl-C, SIGTERM or SIGHUP; the second Ctrl-C ends the program at once. The other two come twice when the
 * whole process group gets them, since bootstrap.mjs hands them on: at once would leave the database running.
 */
function stopSignal(): AbortController {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted && signal === 'SIGINT') process.exit(130);
      controller.abort();
    });
  }
  return controller;
}
