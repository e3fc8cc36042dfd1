import { readShopId } from '#backend/base/shop-id.ts';

/** Milliseconds for the shop to identify itself. */
const ANSWER_MS = 5_000;

/**
 * Checks that the shop at `url` is the one whose data is in `dataDir`. If PORT was forgotten, the site in this folder
 * would otherwise show another shop's catalogue.
 * @param options.mayBeClosed - accepts that no shop answers yet.
 * @throws Error with a sentence that says what to set.
 */
export async function checkWhoseShop(
  { url, dataDir }: { url: string; dataDir: string },
  { mayBeClosed = false } = {},
): Promise<void> {
  const [ours, found] = await Promise.all([readShopId(dataDir), askForId(url)]);
  if (found === undefined) {
    if (mayBeClosed) return;
    throw new Error(
      `No shop answers at ${url}. Start it with npm start, set PORT to its port, or set API_URL to read the catalogue elsewhere.`,
    );
  }
  if (ours === null) {
    throw new Error(
      `There is no shop in ${dataDir}, so the one at ${url} is another. Set DATA_DIR to the folder of your shop, or API_URL=${url} if you want that shop's catalogue.`,
    );
  }
  if (ours !== found) {
    throw new Error(
      `The shop at ${url} is not the one in ${dataDir}. Set PORT and DATA_DIR of the same shop, or API_URL=${url} if you want that shop's catalogue.`,
    );
  }
}

/** Returns the id of the shop at an address; null if it has none, undefined without an answer. */
async function askForId(url: string): Promise<string | null | undefined> {
  try {
    const answer = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(ANSWER_MS) });
    const { shop } = Object(await answer.json()) as { shop?: unknown };
    return typeof shop === 'string' ? shop : null;
  } catch (error) {
    return error instanceof SyntaxError ? null : undefined;
  }
}
