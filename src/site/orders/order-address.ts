export interface OrderAddress {
  id: string;
  /** The secret of a confirmation email's link; '' without one. */
  key: string;
}

/** Reads /orders/{id}#key={secret}. */
export function readOrderAddress({ pathname, hash }: Pick<URL, 'pathname' | 'hash'>) {
  const id = pathname.slice(pathname.lastIndexOf('/') + 1);
  const key = new URLSearchParams(hash.slice(1)).get('key') ?? '';
  try {
    return { id: decodeURIComponent(id), key } satisfies OrderAddress;
  } catch {
    // Not a valid encoding: no order has such an id.
    return { id, key } satisfies OrderAddress;
  }
}
