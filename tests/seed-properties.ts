import fc from 'fast-check';
import { SEED } from './seed.ts';

/** Vitest runs this before each test file: all properties begin with the seed of the run. */
fc.configureGlobal({ seed: SEED });
