import { randomInt } from 'node:crypto';
import process from 'node:process';

/** Seeds are whole numbers below this one. */
const SEEDS = 1_000_000;

/** The seed of `npm test` and `npm run test:full`, so that they give the same answer each time. */
const FIXED_SEED = 571_263;

process.env.SEED ||= String(FIXED_SEED);
// The soak draws one. From here on it is in the environment, for all processes of the run.
if (process.env.SEED === 'random') process.env.SEED = String(randomInt(SEEDS));

/** The seed of all random choices of a test run: `npm test -- --seed N`, the variable SEED, or the fixed one. */
export const SEED = readSeed(process.env.SEED);

function readSeed(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new Error(`SEED must be a whole number below ${SEEDS} or 'random', not '${text}'.`);
}
