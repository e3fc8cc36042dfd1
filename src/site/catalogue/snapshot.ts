import { API_URL, SKIP_INVALID } from 'astro:env/server';
import { createApi } from '#site/catalogue/reading/api.ts';
import { readCatalogue, type Snapshot } from '#site/catalogue/reading/catalogue.ts';
import * as reading from '#site/catalogue/reading/extensions.ts';

/** The extensions of the backend at API_URL. */
export const readExtensions = () => reading.readExtensions(createApi(API_URL));

/**
 * The catalogue that API_URL serves, as of one moment. Products that break the contract fail the build, unless
 * SKIP_INVALID=true leaves them out.
 * @throws CatalogueFault when the catalogue cannot be used.
 */
export function readSnapshot(extensions: ReadonlySet<string>): Promise<Snapshot> {
  return readCatalogue(createApi(API_URL), {
    extensions,
    skipInvalid: SKIP_INVALID,
    log: (line) => console.log(`  ${line}`),
  });
}
