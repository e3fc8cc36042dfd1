import { API_URL, PUBLISHER_SECRET, SKIP_INVALID } from 'astro:env/server';
import type { Extension } from '#contract/extensions.ts';
import { createApi } from '#site/catalogue/reading/api.ts';
import { readCatalogue, type Snapshot } from '#site/catalogue/reading/catalogue.ts';
import * as reading from '#site/catalogue/reading/extensions.ts';

const log = (line: string) => console.log(`  ${line}`);

/**
 * Reads the extensions of the backend at API_URL.
 * @param before - those of the live release, as in reading/extensions.ts.
 * @throws CatalogueFault when the live release uses some and the call fails.
 */
export const readExtensions = (before: readonly string[] | undefined) =>
  reading.readExtensions(createApi(API_URL), { before, log });

/**
 * Reads the catalogue that API_URL serves. Leaves out products that break the contract, at most a tenth. More fail the
 * build, unless SKIP_INVALID=true.
 * @throws CatalogueFault when the catalogue cannot be used.
 */
export function readSnapshot(extensions: ReadonlySet<Extension>): Promise<Snapshot> {
  // Only this call sends the secret: a backend that lists the extension shares it with its publisher.
  const own = extensions.has('catalogue.snapshot') ? PUBLISHER_SECRET : undefined;
  return readCatalogue(createApi(API_URL, { secret: own }), {
    extensions,
    skipInvalid: SKIP_INVALID,
    log,
  });
}
