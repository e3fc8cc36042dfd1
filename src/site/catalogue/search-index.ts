import { readdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { close, createIndex, type PagefindIndex } from 'pagefind';
import { paths } from '#config/paths.ts';
import type { Product } from '#contract/product.ts';
import { factsOf } from '#domain/products/product-fields.ts';

/** A file of the index; its path is relative to /pagefind. */
export interface IndexFile {
  path: string;
  content: Uint8Array;
}

/** Records in one file. Small files keep suggestions cheap, since each needs its record's file. */
const RECORDS_A_FILE = 20;
/** Records sent at a time. This takes half the time of sending them one by one, and keeps their order. */
const AT_ONCE = 500;
/** The files that a search needs; Pagefind also writes user interfaces and highlighters. */
const NEEDED =
  /^(?:pagefind\.js|pagefind-worker\.js|pagefind-entry\.json|wasm\.(?!unknown).*|.*\.pf_\w+)$/;

/** Refuses the index. @throws Error with the messages of Pagefind. */
function refuse(what: string, errors: readonly string[]): void {
  if (errors.length > 0) throw new Error(`${what}: ${errors.join('; ')}`);
}

/** The record of a product. It has no price, because then each new price would change the index. */
export interface SearchRecord {
  id: string;
  name: string;
  /** The searchable text. */
  words: string;
  image: string;
}

/** Returns the records in a fixed order, so that equal products give equal files. */
export const searchRecords = (products: readonly Product[]): SearchRecord[] =>
  products.map(recordOf).sort((a, b) => (a.id < b.id ? -1 : 1));

/** Returns the declared facts by which shoppers find the product. */
const found = (product: Product) =>
  factsOf(product).flatMap(({ field, text }) => (field.searched ? [text] : []));

function recordOf(product: Product): SearchRecord {
  const { id, name, brand, notes, tags, images, image } = product;
  return {
    id,
    name,
    words: [name, brand, ...Object.values(notes ?? {}).flat(), ...tags, ...found(product)]
      .filter(Boolean)
      .join('. '),
    image: images[0] ?? image ?? '',
  };
}

async function addRecord(index: PagefindIndex, record: SearchRecord): Promise<void> {
  const added = await index.addCustomRecord({
    url: paths.product(record.id),
    content: record.words,
    language: 'en',
    meta: { title: record.name, image: record.image },
  });
  refuse(`The product ${record.id}`, added.errors);
}

/**
 * Returns the search index of a catalogue, for searches without the API (decision 10).
 * @throws Error that says what failed, with its cause.
 */
export const searchIndex = (records: readonly SearchRecord[]): Promise<IndexFile[]> =>
  withIndex(records, async (index) => {
    const { errors, files } = await index.getFiles();
    refuse('Pagefind', errors);
    return files.filter(({ path }) => NEEDED.test(path));
  });

/** Writes the search index into a folder. @returns its files, relative to the folder. @throws as searchIndex. */
export const writeSearchIndex = (
  records: readonly SearchRecord[],
  folder: string,
): Promise<string[]> =>
  withIndex(records, async (index) => {
    const { errors } = await index.writeFiles({ outputPath: folder });
    refuse('Pagefind', errors);
    const all = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = all
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
    for (const file of files) if (!NEEDED.test(file)) await rm(join(folder, file));
    return files.filter((file) => NEEDED.test(file)).sort();
  });

/** Makes an index of the records for `use`. */
async function withIndex<T>(
  records: readonly SearchRecord[],
  use: (index: PagefindIndex) => Promise<T>,
): Promise<T> {
  try {
    const made = await createIndex({
      maxFragments: Math.max(1, Math.ceil(records.length / RECORDS_A_FILE)),
    });
    refuse('Pagefind', made.errors);
    if (!made.index) throw new Error('Pagefind gave no index.');
    const { index } = made;
    for (let start = 0; start < records.length; start += AT_ONCE) {
      const some = records.slice(start, start + AT_ONCE);
      await Promise.all(some.map((record) => addRecord(index, record)));
    }
    return await use(index);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The search index could not be made. ${reason}`, { cause });
  } finally {
    await close();
  }
}
