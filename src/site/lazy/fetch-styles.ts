/** Loads a style sheet. Resolves when it applies. @throws when it did not arrive. */
export const fetchStyles = (href: string): Promise<unknown> =>
  new Promise((onload, onerror) => {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload, onerror }),
    );
  });
