import { cpus } from 'node:os';
import { benchChanges } from './change.ts';
import { benchFullBuilds } from './full.ts';

/**
 * Measures what publishing costs: node tests/bench/publish/main.ts [products ...]   (1000 10000 50000)
 * RUNS (5) is the number of runs. The tables show medians.
 */
const sizes = process.argv.slice(2).map(Number);
if (sizes.length === 0) sizes.push(1000, 10_000, 50_000);
const runs = Number(process.env.RUNS ?? 5);
console.log(`${cpus().length} cores, Node ${process.version}, medians of ${runs} runs`);
await benchChanges(10_000, runs);
await benchFullBuilds(sizes, runs);
