/**
 * A stream of bytes that is written as it is read: each write waits until somebody wants it. Beside a TransformStream,
 * which holds on to a write under way until it is read, `fail` wakes the writer at once.
 */
export class DemandStream {
  /** True once the reader wants no more. */
  cancelled = false;
  readonly readable: ReadableStream<Uint8Array>;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #ended: { error: unknown } | null = null;
  /** Wakes the writer that waits, when its bytes are wanted or never will be. */
  #wake = () => {};
  #wanted = false;

  constructor() {
    this.readable = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => {
          this.#wanted = true;
          this.#wake();
        },
        cancel: () => {
          this.cancelled = true;
          this.#end(new Error('The reader has left.'));
        },
      },
      { highWaterMark: 0 },
    );
  }

  /** @throws what the stream was ended with. */
  async write(chunk: Uint8Array): Promise<void> {
    while (!this.#wanted && !this.#ended) {
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
    if (this.#ended) throw this.#ended.error;
    this.#wanted = false;
    this.#controller?.enqueue(chunk);
  }

  /** After the last write. */
  close(): void {
    if (!this.#ended) this.#controller?.close();
  }

  /** Ends the stream in an error, for reader and writer. */
  fail(error: unknown): void {
    if (this.#ended) return;
    this.#controller?.error(error);
    this.#end(error);
  }

  #end(error: unknown): void {
    this.#ended = { error };
    this.#wake();
  }
}
