import { defineConfig } from 'vitest/config';

/** How long a test may take on a busy machine (ms). A test that passes does not wait for it. */
const TIMEOUT_MS = 300_000;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          root: '.',
          include: [
            'src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/{gallery,paystack,references,spec-strings}/*.test.ts',
          ],
          testTimeout: TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'contract',
          root: '.',
          include: ['tests/contract/**/*.test.ts'],
          globalSetup: ['tests/database/global-setup.ts'],
          maxWorkers: 2,
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        // GitHub's packages refer to source maps that they do not contain, with a warning each.
        logLevel: 'error',
        test: {
          name: 'hosting',
          root: '.',
          include: ['tests/hosting/**/*.test.ts'],
          // These packages import JSON in the way of bundlers.
          server: { deps: { inline: [/@actions\/workflow-parser/, /@actions\/expressions/] } },
          testTimeout: TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'faults',
          root: '.',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: ['tests/database/global-setup.ts'],
          // Each file starts processes and waits for them most of the time.
          maxWorkers: 2,
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'publishing',
          root: '.',
          include: ['tests/publishing/**/*.test.ts'],
          globalSetup: ['tests/publishing/global-setup.ts'],
          // Each publication keeps a processor busy.
          maxWorkers: 2,
          // Tests build whole sites, in the full form many of them.
          testTimeout: process.env.PUBLISHING === 'full' ? 3_600_000 : 240_000,
        },
      },
    ],
  },
});
