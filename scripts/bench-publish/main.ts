import { runNode } from '#process/child.ts';
import { runCommand } from '#process/console.ts';

/** `npm run bench:publish` measures what publishing costs (tests/bench/publish/). */
await runCommand(() => runNode('tests/bench/publish/main.ts', process.argv.slice(2)));
