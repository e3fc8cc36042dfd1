import { memoryOfMachine } from '#process/memory.ts';

/** The least memory, in bytes, for keeping the next build ready. A machine sold with 4 GB has slightly less. */
const ENOUGH = 3_800_000_000;

/**
 * Returns the default of `BUILD_AHEAD`. The process of the next build saves three seconds and uses 450 to 557 MB, which a
 * small machine needs for itself.
 */
export const aheadByDefault = (total = memoryOfMachine()): 'on' | 'off' =>
  total < ENOUGH ? 'off' : 'on';
