/** The sender of a request, as far as it is known. */
export interface Requester {
  /** The network address; null if unknown. */
  network: string | null;
  /** SHA-256 of the name that the browser has made for itself; null if it sends none. */
  device?: string | null;
  /** Aborts when the client has left. */
  signal?: AbortSignal | undefined;
}

/** The network of all requests without a readable address in the proxy's header, which are counted together. */
export const UNREADABLE_NETWORK = 'unreadable';

/** Whether two network addresses are equal. Null if one is unknown: it may be anybody's. */
export function isSameNetwork(a: string | null, b: string | null): boolean | null {
  const known = [a, b].every((network) => network !== null && network !== UNREADABLE_NETWORK);
  return known ? a === b : null;
}
