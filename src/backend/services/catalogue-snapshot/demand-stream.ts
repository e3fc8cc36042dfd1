/**
 * A stream of bytes in which each write waits until the reader wants it. Unlike a TransformStream, which keeps a write
 * pending until it is read, `fail` releases a waiting writer at once.
 */
export class DemandStream {
  /** True once the reader has cancelled. */
  cancelled = false;
  readonly readable: ReadableStream<Uint8Array>;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #ended: { error: unknown } | null = null;
  /** Releases the waiting writer, to write or to fail. */
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
          this.#end(new Error('The reader has cancelled the stream.'));
        },
      },
      { highWaterMark: 0 },
    );
  }

  /** @throws the error that the stream was ended with. */
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

  /** Ends the stream after the last write. */
  close(): void {
    if (!this.#ended) this.#controller?.close();
  }

  /** Ends the stream with an error, for reader and writer. */
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
