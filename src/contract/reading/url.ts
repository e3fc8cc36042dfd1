/** Returns a URL; undefined if it is not one. URL.canParse and URL.parse are newer than the browser floor (decision 30). */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
