import { synthesize } from '#demo/synth.ts';
import { runCommand, step } from '#process/console.ts';
import { ensureChromium } from '#scripts/test/chromium.ts';
import type { Part } from '#scripts/test/lanes.ts';
import {
  browserTests,
  type ShopPlace,
  visual,
  vitest,
  withShopPlace,
} from '#scripts/test/runners.ts';
import { runTier } from '#scripts/test/tier.ts';
import { readShopSettings } from '#shop/settings.ts';
import { openShop } from '#shop/shop.ts';

/** Products of the large catalogue. */
const MANY = 10_000;
const PURCHASES = 20;
const env = { ROUNDS: 'full' };

/** All browser tests that `npm test` leaves out, the purchase again and again, and the budgets of a large shop. */
const browserParts = (place: ShopPlace): Part[] => {
  const part = (
    name: string,
    choice: { tests: 'others' | 'all'; args?: string[] },
    before?: () => Promise<void>,
  ): Part => ({
    name,
    prepare: ensureChromium,
    start: async (run, args) => {
      await before?.();
      const chosen = args.length > 0 ? { args } : choice;
      return browserTests(place, { run, part: name, ...chosen });
    },
  });
  const purchase = ['e2e/checkout/purchase.spec.ts', '--repeat-each', String(PURCHASES)];
  return [
    part('others', { tests: 'others' }),
    part('purchases', { tests: 'all', args: purchase }),
    part('large', { tests: 'all', args: ['budgets'] }, () => growCatalogue(place)),
  ];
};

const visualPart: Part = {
  name: 'visual',
  prepare: ensureChromium,
  start: (run, args) => visual({ run, args }),
};

const faults: Part = {
  name: 'faults',
  start: (run, args) => vitest('faults', { run, args, env }),
};

const publishing: Part = {
  name: 'publishing',
  start: (run, args) => vitest('publishing', { run, args, env }),
};

/** `npm run test:full`: what takes longer than `npm test` may. */
await runCommand(() =>
  withShopPlace((place) =>
    runTier('npm run test:full', [
      [visualPart, ...browserParts(place)],
      [faults, publishing],
    ]),
  ),
);

async function growCatalogue({ E2E_DATA_DIR, E2E_PORT }: ShopPlace): Promise<void> {
  const settings = readShopSettings({ ...process.env, PORT: E2E_PORT, DATA_DIR: E2E_DATA_DIR });
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
