import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work after which other work of the process gets a turn. */
const TURN = 20;

/** Waits if the current turn of work is over. */
export type Turn = () => Promise<void> | undefined;

/**
 * Shares the process between long work and shoppers' calls.
 * @returns a function to call between two pieces of the work.
 */
export function takeTurns(): Turn {
  let begun = performance.now();
  return () => {
    if (performance.now() - begun < TURN) return undefined;
    return setImmediate().then(() => {
      begun = performance.now();
    });
  };
}
