import type { Fault } from './rows.ts';

/** The most faults that are listed one by one. */
const SHOWN = 100;

/** The faults of a file: the first hundred, and the number of all. */
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
