/** Wakes the waiting loop. If nobody is waiting, it ends the next wait at once. */
export class Signal {
  #raised = false;
  #wake = () => {};

  raise(): void {
    this.#raised = true;
    this.#wake();
  }

  /** Waits until the signal is raised, or for `ms`. */
  async wait(ms: number): Promise<void> {
    if (!this.#raised) {
      await new Promise<void>((done) => {
        // One more, because PostgreSQL's clock has fractions of a millisecond.
        const timer = setTimeout(done, Math.max(0, ms) + 1);
        this.#wake = () => {
          clearTimeout(timer);
          done();
        };
      });
    }
    this.#raised = false;
  }
}
