import { NOT_LOADED, toast } from '#site/toasts/toasts-store.ts';
import { delegate, type PageEvent } from './delegate.ts';

/** A module that loads when a shopper touches something. modules.ts lists those of every page. */
export interface LazyModule<M = unknown> {
  /** Selector of the elements whose events load the module. Without it, only scripts load it. */
  at?: string;
  /** The types of those events, separated by spaces: 'pointerover focusin'. */
  on?: string;
  load: () => Promise<M>;
  /** Set by `loadModule`: its promise, and the module once it has arrived. */
  loading?: Promise<M>;
  now?: M;
}

/** The handler of a failed load after hover or focus. It shows nothing, and the next touch tries again. */
export const quiet = () => {};

/** The handler of a failed load after a click. */
export const loud = () => toast(NOT_LOADED);

/** Whether an event asks for something. Hover, focus and keys on the way to another element do not. */
const isPress = (event: PageEvent) =>
  event instanceof KeyboardEvent ? /^Arrow/.test(event.key) : !/over|down|focus/.test(event.type);

/**
 * Loads a module once. Callers get it in the order of their calls, so that no click is lost or overtakes another.
 * @throws when the module did not arrive; the next call tries again.
 */
export function loadModule<M>(lazy: LazyModule<M>): Promise<M> {
  lazy.loading ??= lazy.load().then(
    (module) => (lazy.now = module),
    (cause) => {
      delete lazy.loading;
      throw cause;
    },
  );
  return lazy.loading;
}

/** Loads a module before it is used, if there is a network. A failure is silent: the use reports it. */
export const fetchModule = (lazy: LazyModule): void => {
  if (navigator.onLine) loadModule(lazy).catch(quiet);
};

/** A module that has `at` and `on`. Without `handle`, it is only loaded. */
type Handler = { handle?(element: HTMLElement, event: PageEvent): unknown } | undefined;

/** Loads these modules on their events, and passes the events on to them. */
export function loadOnEvents(modules: readonly LazyModule[]): void {
  for (const lazy of modules) {
    for (const type of lazy.on?.split(' ') ?? []) {
      delegate(type, `${lazy.at}`, (element, event) =>
        loadModule(lazy).then(
          (module) => (module as Handler)?.handle?.(element, event),
          isPress(event) ? loud : quiet,
        ),
      );
    }
  }
}

/** Loads a style sheet. Resolves when it applies. @throws when it did not arrive. */
export const fetchStyles = (href: string): Promise<unknown> =>
  new Promise((onload, onerror) => {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload, onerror }),
    );
  });
