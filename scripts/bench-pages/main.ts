import { runNode } from '#process/child.ts';
import { runCommand } from '#process/console.ts';

/** `npm run bench:pages` measures what a first visit costs a phone (tests/bench/pages/). */
await runCommand(() => runNode('tests/bench/pages/main.ts', process.argv.slice(2)));
