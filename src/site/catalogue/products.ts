import * as z from 'zod/mini';
import type { Extension } from '#contract/extensions.ts';
import { type Product, product } from '#contract/product.ts';
import { PAGE_SIZE } from '#domain/pagination.ts';
import { faults, get } from './api.ts';

/** Pages asked for at a time: a build must not look like an attack. */
const AT_ONCE = 6;
const READS = 3;

// Products are parsed one by one, so that a fault names its product.
const envelope = z.object({ products: z.array(z.unknown()), total: z.optional(z.int()) });
const named = z.object({ id: z.optional(z.string()), name: z.optional(z.string()) });

/** @throws Error that names the product and its broken fields. */
function parse(raw: unknown, where: string): Product {
  const parsed = product.safeParse(raw);
  if (parsed.success) return parsed.data;
  const { data } = named.safeParse(raw);
  const name = data?.id ?? data?.name ?? 'without an id';
  throw new Error(`The product ${name} (${where}) breaks the contract. ${faults(parsed.error)}`);
}

/** Fields beyond spec §3 count only if the backend lists their extension. */
function known(entry: Product, extensions: ReadonlySet<string>): Product {
  const has = (extension: Extension) => extensions.has(extension);
  const { brand, categories, concentration, sizeMl, notes, updatedAt, pictures, ...spec } = entry;
  return {
    ...spec,
    ...(has('product.facts') && { brand, categories, concentration, sizeMl, notes, updatedAt }),
    ...(has('product.media') && { pictures }),
  };
}

const pageUrl = (page: number, category: string) =>
  `/api/product?page=${page}&limit=${PAGE_SIZE}&sortBy=createdAt&sortOrder=desc` +
  (category && `&category=${encodeURIComponent(category)}`);

async function readOnce(
  category: string,
  extensions: ReadonlySet<string>,
): Promise<{ products: Product[]; total: number }> {
  const readPage = async (page: number) => {
    const answer = await get(pageUrl(page, category), envelope);
    return {
      total: answer.total ?? answer.products.length,
      products: answer.products.map((raw, index) =>
        known(parse(raw, `page ${page}, number ${index + 1}`), extensions),
      ),
    };
  };
  const first = await readPage(1);
  const pages = [first];
  let next = 2;
  const last = Math.ceil(first.total / PAGE_SIZE);
  const worker = async () => {
    while (next <= last) {
      const page = next++;
      pages[page - 1] = await readPage(page);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const byId = new Map(pages.flatMap((page) => page.products).map((entry) => [entry.id, entry]));
  return { products: [...byId.values()], total: first.total };
}

/**
 * All products, newest first; of one category or brand if named. A product that is added or removed meanwhile shifts
 * the pages: then the reading is done again.
 */
export async function readProducts(
  extensions: ReadonlySet<string>,
  category = '',
): Promise<Product[]> {
  let counts = '';
  for (let read = 1; read <= READS; read++) {
    const { products, total } = await readOnce(category, extensions);
    if (products.length === total) return products;
    counts = `${products.length} of ${total} products`;
  }
  throw new Error(
    `The catalogue would not hold still: ${READS} readings, the last with ${counts}.`,
  );
}
