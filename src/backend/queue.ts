/** Runs at most `width` tasks at a time; those asked for by a waiting shopper go before those in advance. */
export class Queue {
  #running = 0;
  readonly #urgent: (() => void)[] = [];
  readonly #idle: (() => void)[] = [];
  readonly #width: number;

  constructor(width: number) {
    this.#width = width;
  }

  /** Runs a task in its turn and answers as it does. */
  async run<T>(task: () => Promise<T>, priority: 'urgent' | 'idle' = 'urgent'): Promise<T> {
    if (this.#running >= this.#width) {
      const waiting = priority === 'urgent' ? this.#urgent : this.#idle;
      await new Promise<void>((start) => waiting.push(start));
    } else {
      this.#running++;
    }
    try {
      return await task();
    } finally {
      // The place passes straight to the next, so that no newcomer slips in between.
      const next = this.#urgent.shift() ?? this.#idle.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
