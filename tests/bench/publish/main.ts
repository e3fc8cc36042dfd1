import { cpus } from 'node:os';
import { readCommandLine } from '#scripts/command-line.ts';
import { benchChanges } from './change.ts';
import { benchFullBuilds } from './full.ts';

const USAGE = `npm run bench:publish -- [products ...] measures what publishing costs (1000 10000 50000 products)

  --changes 100000    the size of the catalogue in which one price changes (10000; 0 leaves it out)
  --runs 1            the publications of each size (5). The tables show medians.
  --pause 20          seconds between a publication and the next change (5). After it a process prepares the next one.
  --no-full           leaves the full builds out
  --uncompressed      for hosts that compress files themselves (PRECOMPRESS=off)`;
const { values, positionals } = readCommandLine(
  {
    allowPositionals: true,
    allowNegative: true,
    options: {
      changes: { type: 'string', default: '10000' },
      runs: { type: 'string', default: '5' },
      pause: { type: 'string', default: '5' },
      full: { type: 'boolean', default: true },
      uncompressed: { type: 'boolean', default: false },
    },
  },
  USAGE,
);
const sizes = positionals.length > 0 ? positionals.map(Number) : [1000, 10_000, 50_000];
const runs = Number(values.runs);
console.log(`${cpus().length} cores, Node ${process.version}, medians of ${runs} runs`);
const options = { runs, compress: !values.uncompressed };
const pauseMs = Number(values.pause) * 1000;
if (Number(values.changes) > 0) await benchChanges(Number(values.changes), { ...options, pauseMs });
if (values.full) await benchFullBuilds(sizes, options);
