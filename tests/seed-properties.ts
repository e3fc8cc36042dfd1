import fc from 'fast-check';
import { SEED } from './seed.ts';

/**
 * Vitest runs this before each test file: all properties begin with the seed of the run. `npm run soak` sets how many
 * cases each has, unless the property says so itself.
 */
const numRuns = Number(process.env.PROPERTY_RUNS);
fc.configureGlobal({ seed: SEED, ...(numRuns > 0 && { numRuns }) });
