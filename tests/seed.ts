import process from 'node:process';

/** Seeds are whole numbers below this one. */
const SEEDS = 1_000_000;

process.env.SEED ||= String(Math.trunc(Date.now() / 1000) % SEEDS);

/**
 * The seed of all random choices of a test run: `npm test -- --seed N`, the variable SEED, or a new one. Processes of the
 * run inherit it.
 */
export const SEED = readSeed(process.env.SEED);

function readSeed(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new Error(`SEED must be a whole number below ${SEEDS}, not '${text}'.`);
}
