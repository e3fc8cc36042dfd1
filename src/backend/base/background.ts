import { describeError, type Log } from './log.ts';
import { Signal } from './signal.ts';

/** Work that a process repeats beside its requests. */
export interface Task {
  /** The event of the log when a round fails, such as 'sweep_failed'. */
  failure: string;
  /** Milliseconds from the end of a round to the next. */
  pauseMs: number;
  /** Milliseconds in which a round begins new work. Work in progress may take as long again. */
  deadlineMs: number;
  /**
   * Does what is due. Begins nothing new once the signal aborts: at the deadline, and when the task is stopped.
   * @returns milliseconds until the next round, if it knows better.
   */
  round(signal: AbortSignal): Promise<number | unknown>;
  /** Ends a pause. */
  wake?: Signal;
}

/**
 * Starts a task. Each has its own pause and deadline, so none waits for another. A round that fails, or that runs for
 * twice its deadline, is logged, and the next follows when it has ended. Any number of processes may run the same task.
 * @returns a function that stops it after its current work.
 */
export function startTask(
  { failure, pauseMs, deadlineMs, round, wake = new Signal() }: Task,
  log: Log,
): () => Promise<void> {
  const stop = new AbortController();
  const once = async (): Promise<number> => {
    const late = new Error(`The round has not ended after ${2 * deadlineMs} ms`);
    const timer = setTimeout(
      () => log({ event: failure, error: describeError(late) }),
      2 * deadlineMs,
    );
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(deadlineMs)]);
    try {
      const wait = await round(signal);
      return typeof wait === 'number' ? wait : pauseMs;
    } catch (error) {
      // A round may throw the reason of its signal.
      if (!stop.signal.aborted && error !== signal.reason)
        log({ event: failure, error: describeError(error) });
      return pauseMs;
    } finally {
      clearTimeout(timer);
    }
  };
  const work = (async () => {
    while (!stop.signal.aborted) await wake.wait(await once());
  })();
  return async () => {
    stop.abort(new Error('The process is closing'));
    wake.raise();
    await work;
  };
}
