import { runNode } from '#scripts/child.ts';
import { runCommand } from '#shop/console.ts';

/** `npm run bench:publish`: prints what publishing costs; tests/bench/publish/. */
runCommand(() => runNode('tests/bench/publish/main.ts', process.argv.slice(2)));
