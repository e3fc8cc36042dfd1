import { fileCandidates } from '#server/hosting.ts';
import type { Assembly } from './assembly.ts';
import { type HeavyPage, weighPages } from './weight.ts';

/** The number of faults that a message names. The others are counted. */
const NAMED = 10;

/** The error for a release that must not go live. */
export class ReleaseFault extends Error {
  override readonly name = 'ReleaseFault';
}

/**
 * Checks a release before it goes live (decision 17). It has products, every product has its page, no changed page has a
 * broken link, and no page's scripts, styles and fonts exceed the budgets. The weight of a merchant's content is measured
 * and never refused (decision 48).
 * @param release.products - the files of the product pages.
 * @param release.productsRead - the number of products in the catalogue.
 * @param release.productsBefore - the number of products in the live release; 0 without one.
 * @returns the changed pages that are heavy.
 * @throws ReleaseFault that lists all faults.
 */
export function checkRelease(
  site: string,
  assembly: Pick<Assembly, 'files' | 'links' | 'changed'>,
  release: {
    products: readonly string[];
    productsRead: number;
    productsBefore: number;
    allowEmpty: boolean;
  },
): HeavyPage[] {
  const faults: string[] = [];
  if (release.productsRead === 0 && release.productsBefore > 0 && !release.allowEmpty) {
    faults.push(
      `The catalogue is empty, and the live site has ${release.productsBefore} products. If this is intended, publish with --allow-empty.`,
    );
  }
  const missing = release.products.filter((file) => !assembly.files.has(file));
  if (missing.length > 0 || release.products.length !== release.productsRead) {
    const have = release.products.length - missing.length;
    faults.push(
      `${have} of ${release.productsRead} products have a page.`,
      ...list('Missing pages', missing),
    );
  }
  const dead = [...assembly.links].filter(
    ([path]) => !fileCandidates(path).some((file) => assembly.files.has(file.slice(1))),
  );
  faults.push(
    ...list(
      'Broken links',
      dead.map(([path, page]) => `${path} (on ${page})`),
    ),
  );
  const weights = weighPages(site, assembly.changed);
  faults.push(...list('Pages over their budget', weights.faults));
  if (faults.length > 0) throw new ReleaseFault(faults.join('\n'));
  return weights.heavy;
}

function list(what: string, entries: readonly string[]): string[] {
  if (entries.length === 0) return [];
  const more = entries.length - NAMED;
  const named = entries.slice(0, NAMED).join('; ');
  return [`${what}: ${named}${more > 0 ? `; and ${more} more` : ''}.`];
}
