import { API_URL } from 'astro:env/server';
import { createApi } from './reading/api.ts';
import { readCatalogue, type Snapshot } from './reading/catalogue.ts';

/**
 * The catalogue that API_URL serves, as of one moment. Products that break the contract fail the build, unless
 * SKIP_INVALID=true leaves them out.
 * @throws CatalogueFault that says what is wrong with it.
 */
export function readSnapshot(extensions: ReadonlySet<string>): Promise<Snapshot> {
  return readCatalogue(createApi(API_URL), {
    extensions,
    skipInvalid: process.env.SKIP_INVALID === 'true',
    say: (line) => console.log(`  ${line}`),
  });
}
