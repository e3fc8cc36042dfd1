import { NOT_LOADED, toast } from '#site/toasts/toasts-store.ts';
import { type Heard, hear } from './hear.ts';

/** A row of the waking table (table.ts). */
export interface Row<M = unknown> {
  /** Selector of the elements whose events load the module. Without it, only a script does. */
  at?: string;
  /** Types of these events, separated by spaces. */
  on?: string;
  load: () => Promise<M>;
  /** Set by `wake`. */
  loading?: Promise<M>;
}

/** What a failed load shows after hover or focus: nothing. The next touch tries again. */
export const quiet = () => {};

/** What a failed load shows after a press. */
export const loud = () => toast(NOT_LOADED);

/** Only what asks for something is a press. Hover, focus and keys on their way to another element are not. */
const isPress = (event: Heard) =>
  event instanceof KeyboardEvent ? /^Arrow/.test(event.key) : !/over|down|focus/.test(event.type);

/**
 * Loads a row's module once. Callers get it in the order of their calls, so that no press is lost and none overtakes
 * another. @throws when the module did not arrive; the next call tries again.
 */
export function wake<M>(row: Row<M>): Promise<M> {
  row.loading ??= row.load().catch((cause) => {
    delete row.loading;
    throw cause;
  });
  return row.loading;
}

/** A module whose row has `at` and `on`. Without `handle`, loading it is all. */
type Handler = { handle?(element: HTMLElement, event: Heard): unknown } | undefined;

/** Loads the modules of these rows on the events that the rows name, and passes the events on to them. */
export function listen(rows: readonly Row[]): void {
  for (const row of rows) {
    for (const type of row.on?.split(' ') ?? []) {
      hear(type, `${row.at}`, (element, event) =>
        wake(row).then(
          (module) => (module as Handler)?.handle?.(element, event),
          isPress(event) ? loud : quiet,
        ),
      );
    }
  }
}
