import type { Fault } from './rows.ts';

/** Faults that are told one by one; of the others only how many they are. */
const SHOWN = 100;

/** What is wrong with a file: the first hundred faults, and the number of all. */
export class Faults {
  readonly shown: Fault[] = [];
  count = 0;

  add(...faults: readonly Fault[]): void {
    for (const fault of faults) {
      this.count++;
      if (this.shown.length < SHOWN) this.shown.push(fault);
    }
  }
}
