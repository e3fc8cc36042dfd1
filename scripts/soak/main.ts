import { runCommand } from '#process/console.ts';
import { readCommandLine } from '#scripts/command-line.ts';
import { ensureChromium } from '#scripts/test/chromium.ts';
import { ensure, HAPROXY, POSTGRESQL, whySkipped } from '#scripts/test/debian-programs.ts';
import { browserTests, vitest, withShopPlace } from '#scripts/test/runners.ts';
import { takeSeed } from '#scripts/test/seed.ts';

const USAGE =
  'npm run soak takes --hours N (default 2) or --rounds N, and --seed N for the first round (default: random).';
const PURCHASES = 20;
/** Random cases of each property. `npm test` makes 100. */
const CASES = '3000';
/** Milliseconds that a test with so many cases may take. */
const LIMIT_MS = 3_600_000;

/** The parts of each round. A round takes about half an hour. */
const PARTS: Readonly<Record<string, (seed: string) => Promise<number>>> = {
  'Crowds, replays and kill -9 of the API and of PostgreSQL': (SEED) =>
    vitest('faults', { env: { SEED, ROUNDS: 'soak' } }),
  'Failovers of two PostgreSQL servers': async (SEED) => {
    const why = whySkipped(POSTGRESQL, HAPROXY);
    if (why === null) return vitest('failover', { env: { SEED, ROUNDS: 'soak' } });
    console.log(why);
    return 0;
  },
  'Releases: compared with full builds, killed, and built from faulty answers': (SEED) =>
    vitest('publishing', { env: { SEED, ROUNDS: 'soak' } }),
  'The properties of rules, readers and stores': (SEED) =>
    vitest('unit', {
      args: [`--testTimeout=${LIMIT_MS}`],
      env: { SEED, PROPERTY_RUNS: CASES },
    }),
  'The API: random requests to every call, random histories, catalogues and lists': (SEED) =>
    vitest('contract', {
      args: [`--testTimeout=${LIMIT_MS}`],
      env: { SEED, PROPERTY_RUNS: CASES, ROUNDS: 'soak' },
    }),
  'The purchase, again and again': (SEED) =>
    withShopPlace((place) =>
      browserTests(place, {
        part: 'purchases',
        args: ['e2e/checkout/purchase.spec.ts', '--repeat-each', String(PURCHASES)],
        env: { SEED },
      }),
    ),
};

function readLimit(args: string[]): { hours: number; rounds: number } {
  const { values } = readCommandLine(
    { args, options: { hours: { type: 'string' }, rounds: { type: 'string' } } },
    USAGE,
  );
  const read = (text: string | undefined, standard: number) => {
    const number = text === undefined ? standard : Number(text);
    if (!(number > 0)) throw new Error(USAGE);
    return number;
  };
  return {
    hours: read(values.hours, values.rounds ? Number.POSITIVE_INFINITY : 2),
    rounds: read(values.rounds, Number.POSITIVE_INFINITY),
  };
}

/** `npm run soak`: the tests that choose at random, each round with another seed, until the time is up or one fails. */
await runCommand(async () => {
  process.env.SEED ||= 'random';
  const limit = readLimit(await takeSeed(process.argv.slice(2)));
  ensureChromium();
  ensure(POSTGRESQL, HAPROXY);
  const began = Date.now();
  const hours = () => (Date.now() - began) / 3_600_000;
  const first = Number(process.env.SEED);
  for (let round = 0; round < limit.rounds && hours() < limit.hours; round++) {
    const seed = String((first + round) % 1_000_000);
    for (const [name, part] of Object.entries(PARTS)) {
      console.log(`\n— Round ${round + 1} (seed ${seed}, ${hours().toFixed(1)} h): ${name}`);
      if ((await part(seed)) === 0) continue;
      console.error(`\nFailed in round ${round + 1}: ${name}.`);
      console.error(`The same random choices again: npm run soak -- --rounds 1 --seed ${seed}`);
      return 1;
    }
  }
  console.log(`\nAll rounds passed, ${hours().toFixed(1)} h from the first seed ${first}.`);
  return 0;
});
