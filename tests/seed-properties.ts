import fc from 'fast-check';
import { SEED } from './seed.ts';

/**
 * Vitest runs this before each test file: all properties begin with the seed of the run. `npm run soak` sets the number
 * of cases, unless the property sets it.
 */
const numRuns = Number(process.env.PROPERTY_RUNS);
fc.configureGlobal({ seed: SEED, ...(numRuns > 0 && { numRuns }) });
