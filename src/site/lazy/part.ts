import { CallError } from '#site/client/errors.ts';

/** What an island needs only once a shopper uses it: rules, calls, lists. It loads with the first touch. */
export interface LazyPart<M> {
  /** The module; undefined until it has loaded. */
  readonly now: M | undefined;
  /** Loads it once. @throws CallError FETCH_ERROR if it did not arrive; the next call tries again. */
  load(): Promise<M>;
  /** Loads it ahead of its use, with a network. A failure says nothing: the use reports it. */
  fetch(): void;
}

/** Makes a part of a dynamic import. */
export function lazyPart<M>(load: () => Promise<M>): LazyPart<M> {
  let now: M | undefined;
  let loading: Promise<M> | undefined;
  const part: LazyPart<M> = {
    get now() {
      return now;
    },
    load() {
      loading ??= load().then(
        (module) => {
          now = module;
          return module;
        },
        (cause: unknown) => {
          loading = undefined;
          throw new CallError('FETCH_ERROR', 'A script did not arrive', undefined, cause);
        },
      );
      return loading;
    },
    fetch() {
      if (navigator.onLine) part.load().catch(() => {});
    },
  };
  return part;
}
