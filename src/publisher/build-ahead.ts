import { memoryOfMachine } from '#process/memory.ts';

/** Bytes from which on the next build is kept ready. A machine that is sold with 4 GB has a little less. */
const ENOUGH = 3_800_000_000;

/**
 * Returns what `BUILD_AHEAD` is if nobody has set it. The process of the next build saves three seconds, and takes
 * 450 to 557 MB. A small machine needs them for itself.
 */
export const aheadByDefault = (total = memoryOfMachine()): 'on' | 'off' =>
  total < ENOUGH ? 'off' : 'on';
