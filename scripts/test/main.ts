import { runCommand } from '#process/console.ts';
import { browserPart } from './browser-part.ts';
import type { Part } from './lanes.ts';
import { ensureNginx } from './nginx.ts';
import { vitest } from './runners.ts';
import { runTier } from './tier.ts';

const check: Part = { name: 'check', start: (run) => run('scripts/check/main.ts') };

/** Returns a project of Vitest without its folder `long`, unless the command line chooses. */
const short = (name: string, prepare?: () => void): Part => ({
  name,
  ...(prepare && { prepare }),
  start: (run, args) =>
    vitest(name, { run, args: args.length > 0 ? args : ['--exclude', `tests/${name}/long/**`] }),
});

const contract = short('contract');
const hosting = short('hosting', ensureNginx);
const faults = short('faults');
const publishing = short('publishing');

const e2e = browserPart('e2e', { tests: 'core' });

const foreign = browserPart('foreign', { tests: 'foreign', env: { E2E_BACKEND: 'second' } });

/**
 * `npm test`: the tests that must pass before a change is merged. Two parts run at a time, and the longest begin first,
 * so that both processors work to the end.
 */
await runCommand(() =>
  runTier('npm test', [[contract, e2e, check, faults, publishing, foreign, hosting]], {
    atATime: 2,
  }),
);
