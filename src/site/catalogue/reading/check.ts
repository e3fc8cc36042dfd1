import { isDeepStrictEqual } from 'node:util';
import type { Extension } from '#contract/extensions.ts';
import type { Product } from '#contract/product.ts';
import { readProduct } from '#contract/reading/product.ts';
import { attempt, inWords, start } from '#contract/reading/reader.ts';
import {
  type FactName,
  type ProductField,
  productFields,
} from '#domain/products/product-fields.ts';
import { CatalogueFault } from './fault.ts';
import { NoteTally } from './notes.ts';
import { fitForPage } from './page-fit.ts';

/** A product that was left out, and the reason. */
export interface Skipped {
  name: string;
  reason: string;
}

const declaredBy = (extension: ProductField['extension']) =>
  productFields
    .filter((field) => field.extension === extension)
    .map(({ name }) => name as FactName);

/** Fields beyond spec §3 are read only if the backend lists their extension: elsewhere they may mean something else. */
const EXTENSION_FIELDS: Partial<Record<Extension, (keyof Product)[]>> = {
  'product.facts': ['brand', 'categories', 'notes', 'updatedAt', ...declaredBy('product.facts')],
  'product.group': declaredBy('product.group'),
  'product.sample': declaredBy('product.sample'),
  'product.sizes': ['sizes'],
  'product.media': ['pictures'],
  'product.provenance': ['provenance'],
  'product.retired': ['retired'],
};
/** The share of a catalogue, or the one product, that may be left out. Beyond that the backend is at fault. */
const MOST_LEFT_OUT = 0.1;
/** The number of products that a message names. */
const SHOWN = 20;

/** Parses products one by one and collects those that break the contract. */
export class ProductCheck {
  readonly skipped: Skipped[] = [];
  /** The adaptations and drops in the products that were kept. */
  readonly notes = new NoteTally();
  /** The id of a product that came twice with the same content. */
  repeated: string | undefined;
  readonly #byId = new Map<string, Product>();
  readonly #unknown: string[];

  constructor(extensions: ReadonlySet<Extension>) {
    this.#unknown = Object.entries(EXTENSION_FIELDS).flatMap(([extension, fields]) =>
      extensions.has(extension as Extension) ? [] : fields,
    );
  }

  /**
   * Returns the product, or null if it breaks the contract or repeats an earlier id, since only one can have the page.
   * `where` identifies a product without id and name.
   */
  read(raw: unknown, where: string): Product | null {
    const at = start();
    const product = attempt(
      () => pictured(fitForPage(readProduct(this.#known(raw), at), at)),
      ({ message }) => this.skipped.push({ name: nameOf(raw) ?? where, reason: message }),
    );
    if (!product) return null;
    const earlier = this.#byId.get(product.id);
    if (earlier) {
      if (isDeepStrictEqual(earlier, product)) this.repeated = product.id;
      const reason = `${inWords(product.name)} has the same id as ${inWords(earlier.name)}`;
      this.skipped.push({ name: product.id, reason });
      return null;
    }
    this.#byId.set(product.id, product);
    this.notes.add(at.notes);
    return product;
  }

  #known(raw: unknown): unknown {
    if (this.#unknown.length === 0 || typeof raw !== 'object' || raw === null) return raw;
    const known: Record<string, unknown> = { ...raw };
    for (const field of this.#unknown) delete known[field];
    return known;
  }

  /**
   * Decides whether the remaining products may be published: one product or at most a tenth of the catalogue may be
   * missing, or any part if `skipInvalid` is set.
   * @throws CatalogueFault when more is missing, or everything.
   */
  conclude(products: readonly Product[], skipInvalid: boolean): void {
    const { skipped } = this;
    const all = products.length + skipped.length;
    // A new shop has no products. The publisher decides whether an empty catalogue may replace a full one.
    if (skipped.length === 0) return;
    if (products.length === 0) {
      throw new CatalogueFault(
        'invalid',
        `There is nothing to publish: all ${all} products break the contract.\n${listSkipped(skipped)}`,
      );
    }
    if (skipInvalid || skipped.length <= Math.max(1, all * MOST_LEFT_OUT)) return;
    throw new CatalogueFault(
      'invalid',
      `${skipped.length} of ${all} products break the contract, more than a tenth, so nothing was published:\n${listSkipped(skipped)}\nFix them, or leave them out: --skip-invalid (SKIP_INVALID=true).`,
    );
  }
}

/** Adds the product's single picture to an empty list of pictures. */
function pictured(product: Product): Product {
  if (product.image === undefined) return product;
  const { image, ...rest } = product;
  return rest.images.length > 0 || !image ? rest : { ...rest, images: [image] };
}

/** Returns one line for each of the first twenty, then the number of the others. */
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
