import { runNode } from '#process/child.ts';
import { runCommand } from '#process/console.ts';
import { ensureChromium } from '#scripts/test/chromium.ts';

/** `npm run bench:pages` measures what a first visit costs a phone (tests/bench/pages/). */
await runCommand(() => {
  ensureChromium();
  return runNode('tests/bench/pages/main.ts', process.argv.slice(2));
});
