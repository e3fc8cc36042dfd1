import { runNode } from '#process/child.ts';
import { runCommand } from '#process/console.ts';

/** `npm run bench:api` measures the reads of the product API (tests/bench/api/). */
await runCommand(() => runNode('tests/bench/api/main.ts', process.argv.slice(2)));
