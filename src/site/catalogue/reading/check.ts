import * as z from 'zod/mini';
import type { Extension } from '#contract/extensions.ts';
import { type Product, product } from '#contract/product.ts';
import { faultsOf } from './api.ts';
import { CatalogueFault } from './fault.ts';
import { NoteTally } from './notes.ts';

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
/** The part of a catalogue that may be left out. More is a fault of the backend and not of single products. */
const MOST_LEFT_OUT = 0.1;
/** How many products a message names. */
const SHOWN = 20;

/** Parses products one by one and collects those that break the contract. */
export class ProductCheck {
  readonly skipped: Skipped[] = [];
  /** What was adapted or dropped in products that were not left out. */
  readonly notes = new NoteTally();
  readonly #unknown: string[];

  constructor(extensions: ReadonlySet<string>) {
    this.#unknown = Object.entries(EXTENSION_FIELDS).flatMap(([extension, fields]) =>
      extensions.has(extension) ? [] : fields,
    );
  }

  /** The product, or null if it breaks the contract. `where` names a product without id and name. */
  read(raw: unknown, where: string): Product | null {
    const parsed = product.safeParse(this.#known(raw));
    if (parsed.success) return this.#pictured(parsed.data);
    this.skipped.push({ name: nameOf(raw) ?? where, reason: faultsOf(parsed.error) });
    return null;
  }

  /** The product with the pictures that it has: an empty text is none, and a single one is the only one of the list. */
  #pictured({ image, ...product }: Product): Product {
    const { images, pictures } = product;
    const has = (_: unknown, at: number) => images[at] !== '';
    const kept = images.filter(has);
    if (kept.length < images.length) {
      this.notes.add([{ field: 'images', did: 'dropped', got: "''", wanted: 'an address' }]);
      // What is known about pictures stands in the same places.
      if (pictures) product.pictures = pictures.filter(has);
    }
    product.images = kept.length > 0 || !image ? kept : [image];
    return product;
  }

  #known(raw: unknown): unknown {
    if (this.#unknown.length === 0 || typeof raw !== 'object' || raw === null) return raw;
    const known: Record<string, unknown> = { ...raw };
    for (const field of this.#unknown) delete known[field];
    return known;
  }

  /**
   * Decides whether the products that were not left out may be published: at most a tenth of the catalogue may be missing,
   * or any part if `skipInvalid` is set.
   * @throws CatalogueFault when more is missing, or everything.
   */
  conclude(products: readonly Product[], skipInvalid: boolean): void {
    const { skipped } = this;
    const all = products.length + skipped.length;
    // A new shop has no products. Whether an empty catalogue may replace a full one is decided by the publisher.
    if (skipped.length === 0) return;
    if (products.length === 0) {
      throw new CatalogueFault(
        'invalid',
        `There is nothing to publish: all ${all} products break the contract.\n${listSkipped(skipped)}`,
      );
    }
    if (skipInvalid || skipped.length <= all * MOST_LEFT_OUT) return;
    throw new CatalogueFault(
      'invalid',
      `${skipped.length} of ${all} products break the contract, more than a tenth, so nothing was published:\n${listSkipped(skipped)}\nMend them, or leave them out: --skip-invalid (SKIP_INVALID=true).`,
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
