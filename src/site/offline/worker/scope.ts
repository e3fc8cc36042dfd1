/** The parts of a service worker's scope that ours uses. TypeScript offers the types of either a page or a worker. */

export interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

/** A rule that the browser follows without asking the worker (Chromium). */
export interface Route {
  condition: { urlPattern?: string; requestMode?: 'navigate' };
  source: 'network' | 'race-network-and-fetch-handler' | { cacheName: string };
}

export interface InstallEvent extends ExtendableEvent {
  addRoutes?(routes: readonly Route[]): Promise<void>;
}

export interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

export interface MessageFromPage extends ExtendableEvent {
  readonly data: unknown;
}

interface WindowClient {
  readonly url: string;
  navigate(url: string): Promise<unknown>;
  postMessage(message: unknown): void;
}

interface Events {
  install: InstallEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  message: MessageFromPage;
}

interface Scope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: {
      type: 'window';
      includeUncontrolled?: boolean;
    }): Promise<readonly WindowClient[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<T extends keyof Events>(type: T, act: (event: Events[T]) => void): void;
}

/** The worker itself. */
export const worker = globalThis as unknown as Scope;
