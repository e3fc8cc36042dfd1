import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesize } from '#demo/synth.ts';
import { bin, root, runNode } from '#scripts/child.ts';
import { ensureChromium } from '#scripts/test/chromium.ts';
import { runCommand, secondsSinceStart, step } from '#shop/console.ts';
import { readShopSettings } from '#shop/settings.ts';
import { openShop } from '#shop/shop.ts';

/** Products of the large catalogue. */
const MANY = 10_000;
/** Ports that neither a running shop nor `npm test` uses. */
const PORT = '4370';

const playwright = (args: string[], env: Record<string, string>) =>
  runNode(
    bin('@playwright/test/cli.js'),
    ['test', '--config', 'tests/playwright.config.ts', ...args],
    env,
  );

/** `npm run test:full`: what takes longer than `npm test` may. */
runCommand(async () => {
  ensureChromium(root);
  const folder = await mkdtemp(join(tmpdir(), 'turare-full-'));
  const env = { E2E_DATA_DIR: folder, E2E_PORT: PORT };
  try {
    console.log('\n— Crowds, replays and kill -9, as often as they must hold');
    const held = await runNode(
      bin('vitest/vitest.mjs'),
      ['run', '--config', 'tests/vitest.config.ts', '--project', 'faults'],
      { FAULTS: 'full' },
    );
    if (held !== 0) return held;

    console.log('\n— Releases: equal to full builds, killed, and fed with faults');
    const published = await runNode(
      bin('vitest/vitest.mjs'),
      ['run', '--config', 'tests/vitest.config.ts', '--project', 'publishing'],
      { PUBLISHING: 'full' },
    );
    if (published !== 0) return published;

    console.log('\n— The purchase, twenty times');
    const bought = await playwright(['e2e/checkout/purchase.spec.ts', '--repeat-each', '20'], env);
    if (bought !== 0) return bought;

    console.log(`\n— The budgets with ${MANY} products`);
    await growCatalogue(folder);
    const kept = await playwright(['budgets'], env);
    if (kept !== 0) return kept;
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
