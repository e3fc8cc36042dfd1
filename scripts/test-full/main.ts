import { synthesize } from '#demo/synth.ts';
import { runCommand, step } from '#process/console.ts';
import { browserPart } from '#scripts/test/browser-part.ts';
import { ensureChromium } from '#scripts/test/chromium.ts';
import {
  BUBBLEWRAP,
  BUILDAH,
  DEBOOTSTRAP,
  ensure,
  HAPROXY,
  type Needed,
  PEBBLE,
  PGBOUNCER,
  POSTGRESQL,
  whySkipped,
} from '#scripts/test/debian-programs.ts';
import type { Part } from '#scripts/test/lanes.ts';
import { ensureOtherBrowsers } from '#scripts/test/other-browsers.ts';
import { type ShopPlace, visual, vitest, withShopPlace } from '#scripts/test/runners.ts';
import { findScreenReader, noScreenReader } from '#scripts/test/screen-reader.ts';
import { machinePrograms, noImages, noMachine } from '#scripts/test/test-machine.ts';
import { runTier } from '#scripts/test/tier.ts';
import { readShopSettings } from '#shop/settings.ts';
import { openShop } from '#shop/shop.ts';

/** Products of the large catalogue. */
const MANY = 10_000;
const PURCHASES = 20;
/** Minutes. Ten thousand histories take twenty on two cores, and twice that beside another part. */
const LIMIT = 120;
const env = { ROUNDS: 'full' };

/** All browser tests that `npm test` leaves out, and the repeated purchase. */
const browserParts = (place: ShopPlace): Part[] => [
  browserPart('others', { place, tests: 'others' }),
  browserPart('purchases', {
    place,
    args: ['e2e/checkout/purchase.spec.ts', '--repeat-each', String(PURCHASES)],
  }),
];

/** The budgets of a large shop, with the pictures of `npm start`. */
const large = browserPart('large', {
  args: ['budgets'],
  env: { E2E_PICTURES: 'artwork' },
  before: growCatalogue,
});

/** One purchase in Firefox ESR and in WebKitGTK, Safari's engine. */
const browsers: Part = {
  ...browserPart('browsers', { args: ['--project=browsers', '--workers=1'] }),
  prepare: () => {
    ensureChromium();
    ensureOtherBrowsers();
  },
};

/** A guest's purchase with a screen reader. No desktop is installed for it. */
const heardPart = browserPart('heard', { args: ['--project=heard', '--workers=1'] });
const heard: Part = {
  ...heardPart,
  prepare: () => findScreenReader() && heardPart.prepare?.(),
  start: async (run, args) => {
    if (findScreenReader()) return heardPart.start(run, args);
    console.log(noScreenReader());
    return 0;
  },
};

/** Every browser test of what the specification describes, on a backend that knows nothing else. */
const foreign = browserPart('foreign', { env: { E2E_BACKEND: 'second' } });

const visualPart: Part = {
  name: 'visual',
  prepare: ensureChromium,
  start: (run, args) => visual({ run, args }),
};

/** A whole project of Vitest, with more rounds. */
const whole = (name: string): Part => ({
  name,
  start: (run, args) => vitest(name, { run, args, env }),
});

/** A whole project of Vitest that needs programs of Debian. */
const wholeWith = (name: string, ...needed: readonly Needed[]): Part => ({
  ...whole(name),
  prepare: () => ensure(...needed),
  start: async (run, args) => {
    const why = whySkipped(...needed);
    if (why === null) return whole(name).start(run, args);
    console.log(why);
    return 0;
  },
});

/** The contract tests of money, goods and accounts through a pooler. */
const pooled = wholeWith('pooled', PGBOUNCER);
/** Two PostgreSQL servers, where one is lost. */
const failover = wholeWith('failover', POSTGRESQL, HAPROXY);
/** Returns the part, or if this machine cannot run it, one that says why it is skipped. */
const unless = (why: () => string | null, part: Part): Part => ({
  ...part,
  prepare: () => why() ?? part.prepare?.(),
  start: async (run, args) => {
    const reason = why();
    if (reason === null) return part.start(run, args);
    console.log(reason);
    return 0;
  },
});

/** A separate Debian, on which the shop is installed. */
const machine = unless(noMachine, wholeWith('machine', DEBOOTSTRAP, ...machinePrograms()));
/** The image, built and run without an image registry. */
const image = unless(noImages, wholeWith('image', BUILDAH, BUBBLEWRAP, DEBOOTSTRAP, PEBBLE));

/** `npm run test:full`: tests that take longer than `npm test` may. */
await runCommand(() =>
  withShopPlace((place) =>
    runTier(
      'npm run test:full',
      [
        [visualPart, ...browserParts(place), foreign, browsers, heard, large],
        // `commands`: the merchant's commands, as separate processes. `backends`: the conformance check, run on the
        // second backend with each fault and each quirk.
        [
          ...['faults', 'publishing', 'contract'].map(whole),
          pooled,
          failover,
          machine,
          image,
          ...['hosting', 'commands', 'backends'].map(whole),
        ],
      ],
      { limit: LIMIT },
    ),
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
