/** A URL; undefined if the text is none. URL.canParse and URL.parse are younger than the browser floor (decision 30). */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
