import { fileCandidates } from '#server/hosting.ts';
import type { Assembly } from './assembly.ts';
import { heavyPages } from './weight.ts';

/** Faults named in a message; the rest is counted. */
const NAMED = 10;

/** A release that must not be shown. */
export class ReleaseFault extends Error {
  override readonly name = 'ReleaseFault';
}

/**
 * Looks at a release before anyone sees it (decision 17): something is sold in it, every product has its page, no
 * changed page leads nowhere, and none is heavier than the budgets allow.
 * @param release.products - files of the products' pages.
 * @param release.productsRead - how many products the catalogue had.
 * @param release.productsBefore - how many the live release has; 0 without one.
 * @throws ReleaseFault with all that is wrong, in words.
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
): void {
  const faults: string[] = [];
  if (release.productsRead === 0 && release.productsBefore > 0 && !release.allowEmpty) {
    faults.push(
      `The catalogue is empty, and the live site has ${release.productsBefore} products. If that is meant, publish with --allow-empty.`,
    );
  }
  const missing = release.products.filter((file) => !assembly.files.has(file));
  if (missing.length > 0 || release.products.length !== release.productsRead) {
    const have = release.products.length - missing.length;
    faults.push(
      `Of ${release.productsRead} products ${have} have a page.`,
      ...list('Pages that are missing', missing),
    );
  }
  const dead = [...assembly.links].filter(
    ([path]) => !fileCandidates(path).some((file) => assembly.files.has(file.slice(1))),
  );
  faults.push(
    ...list(
      'Links that lead nowhere',
      dead.map(([path, page]) => `${path} (on ${page})`),
    ),
  );
  faults.push(...list('Pages heavier than their budget', heavyPages(site, assembly.changed)));
  if (faults.length > 0) throw new ReleaseFault(faults.join('\n'));
}

function list(what: string, entries: readonly string[]): string[] {
  if (entries.length === 0) return [];
  const more = entries.length - NAMED;
  const named = entries.slice(0, NAMED).join('; ');
  return [`${what}: ${named}${more > 0 ? `; and ${more} more` : ''}.`];
}
