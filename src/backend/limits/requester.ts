/** Who makes a request, as far as it is known. */
export interface Requester {
  /** The network address; null if it is not known. */
  network: string | null;
  /** SHA-256 of the name that the browser has made for itself; null if it sends none. */
  device?: string | null;
  /** Aborts when the client has gone. */
  signal?: AbortSignal | undefined;
}

/** The network of all requests whose address the proxy's header does not tell: they are counted together. */
export const UNREADABLE_NETWORK = 'unreadable';

/** Whether two network addresses are the same. null if one is not known: it may be anybody's. */
export function isSameNetwork(a: string | null, b: string | null): boolean | null {
  const known = [a, b].every((network) => network !== null && network !== UNREADABLE_NETWORK);
  return known ? a === b : null;
}
