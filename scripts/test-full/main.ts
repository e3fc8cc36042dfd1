import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesize } from '#demo/synth.ts';
import { runCommand, secondsSinceStart, step } from '#process/console.ts';
import { playwright, vitest } from '#scripts/test/runners.ts';
import { readShopSettings } from '#shop/settings.ts';
import { openShop } from '#shop/shop.ts';

/** Products of the large catalogue. */
const MANY = 10_000;
/** Neither a running shop nor `npm test` uses this port. */
const PORT = '4370';

/** `npm run test:full` runs what takes longer than `npm test` may. */
await runCommand(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'turare-full-'));
  const browser = (...args: string[]) =>
    playwright('tests/playwright.config.ts', {
      args,
      env: { E2E_DATA_DIR: folder, E2E_PORT: PORT },
    });
  const parts: Record<string, () => Promise<number>> = {
    'Crowds, replays and kill -9, as many as are required': () =>
      vitest('faults', { env: { FAULTS: 'full' } }),
    'Releases: compared with full builds, killed, and built from faulty answers': () =>
      vitest('publishing', { env: { PUBLISHING: 'full' } }),
    'The purchase, twenty times': () =>
      browser('e2e/checkout/purchase.spec.ts', '--repeat-each', '20'),
    [`The budgets with ${MANY} products`]: async () => {
      await growCatalogue(folder);
      return browser('budgets');
    },
  };
  try {
    for (const [name, part] of Object.entries(parts)) {
      console.log(`\n— ${name}`);
      const code = await part();
      if (code !== 0) return code;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  console.log(`All passed, ${secondsSinceStart().toFixed(0)} s from the command.`);
  return 0;
});

async function growCatalogue(folder: string): Promise<void> {
  const settings = readShopSettings({ ...process.env, PORT, DATA_DIR: folder });
  const shop = await openShop(settings, { fresh: false, site: false });
  if (!shop) return;
  try {
    await step(`Making ${MANY} products`, () =>
      synthesize(shop.backend.services.db, { count: MANY, seed: 1 }),
    );
  } finally {
    await shop.close();
  }
}
