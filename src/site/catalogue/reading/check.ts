import * as z from 'zod/mini';
import type { Extension } from '#contract/extensions.ts';
import { type Product, product } from '#contract/product.ts';
import { faultsOf } from './api.ts';
import { CatalogueFault } from './fault.ts';

// zod/mini has no messages by default, and people read these.
z.config(z.locales.en());

/** A product that was left out, and the reason. */
export interface Skipped {
  name: string;
  reason: string;
}

/** Fields beyond spec §3 are read only if the backend lists their extension: elsewhere they may mean something else. */
const EXTENSION_FIELDS: Partial<Record<Extension, (keyof Product)[]>> = {
  'product.facts': ['brand', 'categories', 'concentration', 'sizeMl', 'notes', 'updatedAt'],
  'product.media': ['pictures'],
};
/** How many products a message names. */
const SHOWN = 20;

/** Parses products one by one and collects those that break the contract. */
export class ProductCheck {
  readonly skipped: Skipped[] = [];
  readonly #unknown: string[];

  constructor(extensions: ReadonlySet<string>) {
    this.#unknown = Object.entries(EXTENSION_FIELDS).flatMap(([extension, fields]) =>
      extensions.has(extension) ? [] : fields,
    );
  }

  /** The product, or null if it breaks the contract. `where` names a product without id and name. */
  read(raw: unknown, where: string): Product | null {
    const parsed = product.safeParse(this.#known(raw));
    if (parsed.success) return parsed.data;
    this.skipped.push({ name: nameOf(raw) ?? where, reason: faultsOf(parsed.error) });
    return null;
  }

  #known(raw: unknown): unknown {
    if (this.#unknown.length === 0 || typeof raw !== 'object' || raw === null) return raw;
    const known: Record<string, unknown> = { ...raw };
    for (const field of this.#unknown) delete known[field];
    return known;
  }

  /** @throws CatalogueFault when products are invalid, unless `skipInvalid` is set and valid ones remain. */
  conclude(products: readonly Product[], skipInvalid: boolean): void {
    const { skipped } = this;
    if (skipped.length > 0 && !skipInvalid) {
      const many = skipped.length === 1 ? 'A product breaks' : `${skipped.length} products break`;
      throw new CatalogueFault(
        'invalid',
        `${many} the contract, so nothing was published:\n${listSkipped(skipped)}\nMend them, or leave them out: --skip-invalid (SKIP_INVALID=true).`,
      );
    }
    // A new shop has no products. Whether an empty catalogue may replace a full one is decided by the publisher.
    if (products.length > 0 || skipped.length === 0) return;
    throw new CatalogueFault(
      'invalid',
      `There is nothing to publish: all ${skipped.length} products break the contract.\n${listSkipped(skipped)}`,
    );
  }
}

/** One line for each of the first twenty, then the number of the others. */
export function listSkipped(skipped: readonly Skipped[]): string {
  const lines = skipped.slice(0, SHOWN).map(({ name, reason }) => `  ${name}: ${reason}`);
  const more = skipped.length - lines.length;
  return [...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n');
}

function nameOf(raw: unknown): string | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const { id, _id, name } = raw as Record<string, unknown>;
  return [id, _id, name].find((part) => typeof part === 'string' && part !== '') as
    | string
    | undefined;
}
