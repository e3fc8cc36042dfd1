import { defineConfig } from 'vitest/config';
import { LIMIT_MS, PATIENCE_MS } from './limits.ts';
// Chooses the seed of the run before the processes of the tests start and inherit it.
import './seed.ts';

const common = {
  root: '.',
  setupFiles: ['tests/seed-properties.ts', 'tests/patience.ts'],
  expect: { poll: { timeout: PATIENCE_MS } },
  testTimeout: LIMIT_MS,
  hookTimeout: LIMIT_MS,
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          setupFiles: [...common.setupFiles, 'tests/node-events.ts', 'tests/test-storage.ts'],
          name: 'unit',
          include: [
            'src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/{english,gallery,paystack,references,spec-strings}/*.test.ts',
          ],
          // The files share the loaded sources: 43 s instead of 79. They passed in four random orders.
          isolate: false,
        },
      },
      {
        test: {
          ...common,
          name: 'backends',
          include: ['tests/second-backend/**/*.test.ts'],
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...common,
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          globalSetup: ['tests/database/global-setup.ts'],
          maxWorkers: 2,
          // Each file has its own database, so that all of them can share the loaded sources: a quarter of the time.
          isolate: false,
        },
      },
      {
        test: {
          ...common,
          // The same tests through a pooler in transaction mode, as a role that owns nothing.
          name: 'pooled',
          include: [
            'tests/contract/{accounts,catalogue,orders,payments,refunds}/**/*.test.ts',
            'tests/pooled/**/*.test.ts',
          ],
          // They end connections of the server itself.
          exclude: ['tests/contract/payments/losses/**'],
          globalSetup: ['tests/database/pooled-setup.ts'],
          maxWorkers: 2,
          isolate: false,
        },
      },
      {
        test: {
          ...common,
          name: 'commands',
          include: ['tests/commands/**/*.test.ts'],
          globalSetup: ['tests/database/global-setup.ts'],
          maxWorkers: 2,
        },
      },
      {
        // GitHub's packages refer to missing source maps, with a warning each.
        logLevel: 'error',
        test: {
          ...common,
          name: 'hosting',
          include: ['tests/hosting/**/*.test.ts'],
          // These packages import JSON as bundlers do.
          server: { deps: { inline: [/@actions\/workflow-parser/, /@actions\/expressions/] } },
        },
      },
      {
        test: {
          ...common,
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: ['tests/database/global-setup.ts'],
          // Each file starts processes and waits for them most of the time.
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...common,
          // Each file has two PostgreSQL servers, and the limits are those of a quiet machine.
          name: 'failover',
          include: ['tests/failover/**/*.test.ts'],
          maxWorkers: 1,
        },
      },
      {
        test: {
          ...common,
          // Each file has a virtual machine of 3 GB with two processors.
          name: 'machine',
          include: ['tests/machine/**/*.test.ts'],
          maxWorkers: 1,
        },
      },
      {
        test: {
          ...common,
          // Each image takes a minute, and both processors.
          name: 'image',
          include: ['tests/image/**/*.test.ts'],
          maxWorkers: 1,
        },
      },
      {
        test: {
          ...common,
          name: 'publishing',
          include: ['tests/publishing/**/*.test.ts'],
          globalSetup: ['tests/database/global-setup.ts'],
          // Each publication keeps a processor busy.
          maxWorkers: 2,
          // A test publishes several whole sites. On a busy machine one takes half a minute.
          testTimeout: 2 * LIMIT_MS,
        },
      },
    ],
  },
});
