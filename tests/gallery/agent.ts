import type { Place, State, Step } from './state.ts';

/** The server's instructions for the agent (server.ts). */
export interface Orders {
  route: string;
  shows: Place;
  steps: readonly Step[];
  offline: boolean;
  local: Readonly<Record<string, unknown>>;
  session: Readonly<Record<string, unknown>>;
}

/**
 * Brings a page to its state, for the gallery and for the tests: fills storage before any other script runs, and then
 * does the steps. `data-gallery` of the root element becomes 'ready' or the error. The function's source is sent to the
 * browser, so it may not use anything from outside.
 */
function agent(orders: Orders): void {
  const root = document.documentElement;
  // Pages that a state leads to stay as they are.

  if (location.pathname + location.search !== orders.route.replace(/#.*/, '')) return;
  for (const [storage, values] of [
    [localStorage, orders.local],
    [sessionStorage, orders.session],
  ] as const) {
    storage.clear();
    for (const [key, value] of Object.entries(values)) {
      storage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value));
    }
  }
  if (orders.offline) {
    Object.defineProperty(Navigator.prototype, 'onLine', { configurable: true, get: () => false });
  }
  // A state does not change: toasts stay and requests do not time out. Only the carousel (3 s) still turns.
  const wait = window.setTimeout;
  const soon = (...[run, ms = 0, ...given]: Parameters<typeof wait>) =>
    ms > 4000 ? 0 : wait(run, ms, ...given);
  Object.assign(window, { setTimeout: soon });
  AbortSignal.timeout = () => new AbortController().signal;

  const find = (place: Place): HTMLElement | undefined => {
    const [selector, says = ''] = typeof place === 'string' ? [place] : place;
    const named = (element: Element) =>
      `${element.getAttribute('aria-label') ?? ''} ${element.textContent}`.includes(says);
    return [...document.querySelectorAll<HTMLElement>(selector)].find(
      (element) =>
        element.checkVisibility({ opacityProperty: false, visibilityProperty: true }) &&
        named(element),
    );
  };
  /** Polls, because visibility depends on style sheets, which no observer reports. */
  const seen = (place: Place) =>
    new Promise<HTMLElement>((found, failed) => {
      const end = performance.now() + 10_000;
      const look = () => {
        const element = find(place);
        if (element) return found(element);
        if (performance.now() > end)
          return failed(new Error(`not visible: ${JSON.stringify(place)}`));
        wait(look, 25);
      };
      look();
    });
  /** Returns an enabled element. A form's button is disabled before React listens. */
  const able = (place: Place): Place => {
    const [selector, says = ''] = typeof place === 'string' ? [place] : place;
    return [`:is(${selector}):not(:disabled)`, says];
  };
  /** Sets a value with the native setter, because React notices only that. */
  const fill = (field: HTMLElement, value: string) => {
    const kind = Object.getPrototypeOf(field);
    Object.getOwnPropertyDescriptor(kind, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const act = async (step: Step) => {
    if (step.when && !matchMedia(step.when).matches) return;
    if ('see' in step) await seen(step.see);
    if ('reach' in step) (await seen(step.reach)).focus();
    if ('press' in step) {
      const element = await seen(able(step.press));
      if (element.matches('a, button, input, summary, [tabindex]')) element.focus();
      element.click();
    }
    if ('type' in step) {
      const field = await seen(step.into);
      field.focus();
      fill(field, step.type);
    }
    if ('choose' in step) fill(await seen(step.in), step.choose);
  };
  const perform = async () => {
    // Islands render before they listen.
    await seen('body:not(:has(astro-island[ssr][client="load"]))');
    for (const step of orders.steps) await act(step);
    await seen(orders.shows);
    await document.fonts.ready;
  };
  addEventListener('load', () => {
    perform().then(
      () => {
        root.dataset.gallery = 'ready';
      },
      (error) => {
        root.dataset.gallery = String(error);
      },
    );
  });
}

/** Returns the script of a state's origin. `now`: the page's clock, ms. */
export function agentScript({ route, shows, steps, offline, local, session }: State, now: number) {
  const orders: Orders = {
    route,
    shows,
    steps: steps ?? [],
    offline: offline ?? false,
    local: local?.(now) ?? {},
    session: session?.(now) ?? {},
  };
  return `(${agent})(${JSON.stringify(orders)});`;
}
