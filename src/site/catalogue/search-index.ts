import { close, createIndex, type PagefindIndex } from 'pagefind';
import { paths } from '#config/paths.ts';
import type { Product } from '#contract/product.ts';

/** A file of the index; its path is below /pagefind. */
export interface IndexFile {
  path: string;
  content: Uint8Array;
}

/** Records in one file: five suggestions cost five small files, and a small catalogue is soon here as a whole. */
const RECORDS_A_FILE = 20;
/** Records sent before the first answer is waited for: they are taken in order, in half the time that one by one needs. */
const AT_ONCE = 500;
/** What a search needs; Pagefind also writes interfaces and highlighters of its own. */
const NEEDED =
  /^(?:pagefind\.js|pagefind-worker\.js|pagefind-entry\.json|wasm\.(?!unknown).*|.*\.pf_\w+)$/;

/** @throws Error with what Pagefind complains of. */
function refuse(what: string, errors: readonly string[]): void {
  if (errors.length > 0) throw new Error(`${what}: ${errors.join('; ')}`);
}

/** What the index knows of a product. No price: the index would change with every one. */
interface SearchRecord {
  id: string;
  name: string;
  /** All that may find it. */
  words: string;
  image: string;
}

/** In one order, whatever that of the catalogue: equal products give equal files. */
export const searchRecords = (products: readonly Product[]): SearchRecord[] =>
  products
    .map(({ id, name, brand, notes, tags, images, image }) => ({
      id,
      name,
      words: [name, brand, ...Object.values(notes ?? {}).flat(), ...tags]
        .filter(Boolean)
        .join('. '),
      image: images[0] ?? image ?? '',
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));

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
 * The search index of a catalogue, for when the API cannot be asked (decision 10).
 * @throws Error that says what failed, with its cause.
 */
export async function searchIndex(records: readonly SearchRecord[]): Promise<IndexFile[]> {
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
    const { errors, files } = await made.index.getFiles();
    refuse('Pagefind', errors);
    return files.filter(({ path }) => NEEDED.test(path));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The search index could not be made. ${reason}`, { cause });
  } finally {
    await close();
  }
}
