/**
 * What reading the whole catalogue takes, over a running shop:
 *
 *   npm run catalogue -- synth 10000
 *   API_URL=http://127.0.0.1:4321 node tests/bench/snapshot.ts [rounds]
 *
 * Prints a table: the stream raw, as a build reads it, and page by page.
 */
import { EXTENSIONS } from '#contract/extensions.ts';
import { createApi } from '#site/catalogue/reading/api.ts';
import { readCatalogue } from '#site/catalogue/reading/catalogue.ts';

const url = process.env.API_URL ?? 'http://127.0.0.1:4321';
const rounds = Number(process.argv[2] ?? 5);

async function drain(): Promise<number> {
  let bytes = 0;
  const answer = await fetch(new URL('/api/catalogue/snapshot', url), {
    headers: { 'accept-encoding': 'identity' },
  });
  for await (const chunk of answer.body ?? []) bytes += chunk.length;
  return bytes;
}

const read = (extensions: readonly string[]) =>
  readCatalogue(createApi(url), {
    extensions: new Set(extensions),
    skipInvalid: false,
    log: console.log,
  });

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return Math.round(times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0);
}

const { products } = await read(EXTENSIONS);
const row = (ms: number) => ({ ms, 'products/s': Math.round((products.length / ms) * 1000) });
console.log(`${products.length} products, ${((await drain()) / 1e6).toFixed(1)} MB`);
console.table({
  'stream, raw': row(await median(drain)),
  'stream, as a build reads it': row(await median(() => read(EXTENSIONS))),
  'page by page': row(
    await median(() => read(EXTENSIONS.filter((name) => name !== 'catalogue.snapshot'))),
  ),
});
