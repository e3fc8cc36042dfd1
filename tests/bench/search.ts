/**
 * What a suggestion costs and finds, over a running shop:
 *
 *   npm run catalogue -- synth 10000
 *   API_URL=http://127.0.0.1:4321 node tests/bench/search.ts [seed] [how many misspellings to make up]
 *
 * Prints a table, then what was not found. Ends with 1 when a promise of the search is broken.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type Misspelt, misspell } from './misspellings.ts';

const api = process.env.API_URL ?? 'http://127.0.0.1:4321';
const seed = Number(process.argv[2] ?? 20_261_121);
const count = Number(process.argv[3] ?? 30);
const LIMITS = { bytes: 4096, p95: 25, given: 28, madeUp: 0.9 };

const read = (url: URL) => JSON.parse(readFileSync(url, 'utf8'));
const given = read(new URL('./misspelt-queries.json', import.meta.url)).queries as Omit<
  Misspelt,
  'kind'
>[];
const demo = new URL('../../src/demo/fragrances/', import.meta.url);
const names = readdirSync(demo).flatMap((file) => {
  const { brand, fragrances } = read(new URL(file, demo)) as {
    brand: string;
    fragrances: { name: string }[];
  };
  return fragrances.map(({ name }) => ({ brand, fragrance: name }));
});

interface Suggested {
  name: string;
  brand?: string;
}
const address = (query: string) =>
  `${api}/api/product?${new URLSearchParams({ search: query, limit: '5' })}`;

async function suggest(query: string) {
  const began = performance.now();
  const answer = await fetch(address(query));
  const text = await answer.text();
  const ms = performance.now() - began;
  if (!answer.ok) throw new Error(`${query}: ${answer.status} ${text}`);
  const { products } = JSON.parse(text) as { products: Suggested[] };
  return { ms, products, bytes: gzipSync(text).length };
}

/** A house alone is met by any of its fragrances. */
const meets = ({ name, brand }: Suggested, means: string) => name === means || brand === means;

async function missed(queries: readonly Omit<Misspelt, 'kind'>[]) {
  const misses: string[] = [];
  for (const { query, means } of queries) {
    const { products } = await suggest(query);
    if (products.some((product) => meets(product, means))) continue;
    const [best] = products;
    misses.push(`${query} → ${means}, not ${best?.name ?? 'nothing'}`);
  }
  return misses;
}

const madeUp = misspell(names, count, seed);
const asked = [...given, ...madeUp].map(({ query }) => query);
// As one types: what stands in the field at each pause, too.
const typed = asked.flatMap((query) => [query.slice(0, 2), query.slice(0, 4), query]);
for (const query of typed) await suggest(query);
const answers = [];
for (let round = 0; round < 3; round++) {
  for (const query of typed) answers.push(await suggest(query));
}
const quantile = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;
const times = answers.map(({ ms }) => ms);
// The quickest of three for each question leaves out what else the machine was doing.
const quickest = typed.map((_, n) =>
  Math.min(...[0, 1, 2].map((round) => times[round * typed.length + n] ?? Number.NaN)),
);
const bytes = answers.map((answer) => answer.bytes);

const givenMisses = await missed(given);
const madeUpMisses = await missed(madeUp);
const { total } = (await (await fetch(`${api}/api/product?limit=1`)).json()) as { total: number };

/** Bytes of a file of the index on the wire: text goes compressed. */
async function weigh(path: string): Promise<number> {
  const answer = await fetch(`${api}/pagefind/${path}`);
  if (!answer.ok) return 0;
  const content = Buffer.from(await answer.arrayBuffer());
  return path.endsWith('.js') ? brotliCompressSync(content).length : content.length;
}
const entry = await fetch(`${api}/pagefind/pagefind-entry.json`);
const index = entry.ok
  ? ((await entry.json()) as { languages: Record<string, { hash: string; page_count: number }> })
  : undefined;
const english = index?.languages.en;
const pagefind = await Promise.all(
  english
    ? [
        'pagefind.js',
        'pagefind-worker.js',
        'wasm.en.pagefind',
        `pagefind.${english.hash}.pf_meta`,
      ].map(weigh)
    : [],
);

console.table({
  products: total,
  'API: bytes of an answer, median': quantile(bytes, 0.5),
  'API: bytes of an answer, most': Math.max(...bytes),
  'API: ms, p50': Number(quantile(times, 0.5).toFixed(1)),
  'API: ms, p95': Number(quantile(times, 0.95).toFixed(1)),
  'API: ms, p95 of the quickest of three': Number(quantile(quickest, 0.95).toFixed(1)),
  'misspelt queries found': `${given.length - givenMisses.length} of ${given.length}`,
  [`made up (seed ${seed}) found`]: `${count - madeUpMisses.length} of ${count}`,
  'Pagefind: records': english?.page_count ?? 'no index',
  'Pagefind: bytes before its first words (script, worker, wasm, words)': pagefind.reduce(
    (a, b) => a + b,
    0,
  ),
});
for (const miss of [...givenMisses, ...madeUpMisses]) console.log(`  not found: ${miss}`);

const broken = [
  Math.max(...bytes) > LIMITS.bytes && 'bytes',
  quantile(times, 0.95) > LIMITS.p95 && 'p95',
  given.length - givenMisses.length < LIMITS.given && 'misspelt queries',
  madeUpMisses.length > count * (1 - LIMITS.madeUp) && 'made-up misspellings',
].filter(Boolean);
if (broken.length > 0) console.error(`Over the limit: ${broken.join(', ')}`);
process.exitCode = broken.length > 0 ? 1 : 0;
