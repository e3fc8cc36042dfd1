const fetched = new Map<string, Promise<unknown>>();

/** A style sheet that only comes with a touch, once; it is there when this resolves. @throws when it did not arrive. */
export function fetchStyles(href: string): Promise<unknown> {
  const sheet =
    fetched.get(href) ??
    new Promise((onload, onerror) => {
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload, onerror }),
      );
    });
  fetched.set(href, sheet);
  // The next touch tries again.
  sheet.catch(() => fetched.delete(href));
  return sheet;
}
