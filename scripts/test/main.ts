import { runCommand } from '#process/console.ts';
import { browserPart } from './browser-part.ts';
import type { Part } from './lanes.ts';
import { ensureNginx } from './nginx.ts';
import { vitest } from './runners.ts';
import { runTier } from './tier.ts';

const check: Part = { name: 'check', start: (run) => run('scripts/check/main.ts') };

const contract: Part = {
  name: 'contract',
  start: (run, args) => vitest('contract', { run, args }),
};

const hosting: Part = {
  name: 'hosting',
  prepare: ensureNginx,
  start: (run, args) => vitest('hosting', { run, args }),
};

const faults: Part = {
  name: 'faults',
  start: (run, args) =>
    vitest('faults', {
      run,
      args: args.length > 0 ? args : ['--exclude', 'tests/faults/long/**'],
    }),
};

const publishing: Part = {
  name: 'publishing',
  start: (run, args) =>
    vitest('publishing', {
      run,
      // Arguments choose for themselves.
      args: args.length > 0 ? args : ['--exclude', 'tests/publishing/long/**'],
    }),
};

const e2e = browserPart('e2e', { tests: 'core' });

const foreign = browserPart('foreign', { tests: 'foreign', env: { E2E_BACKEND: 'second' } });

/**
 * `npm test`: what must pass before a change is merged. The browser tests take longest and wait often. What runs beside
 * them keeps the processors busy.
 */
await runCommand(() =>
  runTier('npm test', [
    [e2e, foreign, hosting, contract],
    [check, faults, publishing],
  ]),
);
