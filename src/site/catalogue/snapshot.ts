import { API_URL, SKIP_INVALID } from 'astro:env/server';
import { extensionsAnswer } from '#contract/extensions.ts';
import { ApiRefusal, createApi } from '#site/catalogue/reading/api.ts';
import { readCatalogue, type Snapshot } from '#site/catalogue/reading/catalogue.ts';

/** The backend's extensions to spec §7; none when it answers 404. */
export async function readExtensions(): Promise<ReadonlySet<string>> {
  try {
    return new Set((await createApi(API_URL).get('/api/extensions', extensionsAnswer)).extensions);
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 404) return new Set();
    throw error;
  }
}

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
