/** A fault in a file. `row` is the number in a spreadsheet, or the line of JSON lines; 0 if no row is at fault. */
export interface Fault {
  row: number;
  column: string | null;
  /** A description with a remedy: the rest of a sentence that begins with the column, or a whole one without it. */
  message: string;
}

/** The most faults that are listed one by one, by default. */
const SHOWN = 100;

/** The faults of a file: the first hundred or `most`, and the total number. */
export class Faults {
  readonly shown: Fault[] = [];
  count = 0;
  readonly most: number;

  constructor(most = SHOWN) {
    this.most = most;
  }

  /** Returns a copy, to which more is added. */
  static of({ shown, count, most }: Faults): Faults {
    const copy = new Faults(most);
    copy.add(...shown);
    copy.count = count;
    return copy;
  }

  add(...faults: readonly Fault[]): void {
    for (const fault of faults) {
      this.count++;
      if (this.shown.length < this.most) this.shown.push(fault);
    }
  }
}
